import * as z from 'zod/mini'

/** The reply of every call that sends a one-time code; the same for known and unknown recipients. */
export const CodeSent = z.object({
  data: z.object({ message: z.string() }),
  meta: z.object({
    /** Identifies the sent code; goes into the header `token` or the attribute of that name. */
    token: z.string(),
    /** Digits of the code: boxes on the screen. */
    code_length: z.number(),
    expires_at: z.string(),
  }),
})
