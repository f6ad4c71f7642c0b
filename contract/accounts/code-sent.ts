import * as z from 'zod/mini'

/** What every call that sends a one-time code answers, to known and unknown alike. */
export const CodeSent = z.object({
  data: z.object({ message: z.string() }),
  meta: z.object({
    /** Names the code that was sent; goes into the header `token` or the attribute of that name. */
    token: z.string(),
    /** Digits of the code: boxes on the screen. */
    code_length: z.number(),
    expires_at: z.string(),
  }),
})
