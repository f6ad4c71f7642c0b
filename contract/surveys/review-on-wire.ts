import * as z from 'zod/mini'
import { Id } from '../wire.ts'

/** `resubmitted`: it was sent back, and submitted again since. */
export const ReviewState = z.enum(['sent_back', 'resubmitted', 'accepted'])
export type ReviewState = z.infer<typeof ReviewState>

/** What was last said of a survey, with what its surveyor is to look at. It lies on devices with the survey. */
export const Review = z.object({
  state: ReviewState,
  /** Who sent it back or accepted it; '' where the account is gone. */
  done_by: z.string(),
  done_at: z.string(),
  message: z.string(),
  /** In the survey's order is for who shows them. Of an accepted survey there are none. */
  notes: z.array(z.object({ user_survey_sub_section_detail_id: Id, note: z.string() })),
})
export type Review = z.infer<typeof Review>
