import * as z from 'zod/mini'

/** For a submitted survey whose answers or files changed since; the next submit clears it. */
export const ChangedSinceSubmission = z.object({
  /** Required answers that are missing now. */
  missing_required: z.number(),
})
export type ChangedSinceSubmission = z.infer<typeof ChangedSinceSubmission>

/** Absent or null = not submitted, or unchanged since. */
export const changedOnWire = { changed_since_submission: z.optional(z.nullable(ChangedSinceSubmission)) }
