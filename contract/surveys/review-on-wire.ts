import * as z from 'zod/mini'
import { Id } from '../wire.ts'

/** `resubmitted`: it was sent back, and submitted again since. */
export const ReviewState = z.enum(['sent_back', 'resubmitted', 'accepted'])
export type ReviewState = z.infer<typeof ReviewState>

/** A survey's last review with its notes; stored on devices with the survey. */
export const Review = z.object({
  state: ReviewState,
  /** The reviewer's name; '' if the account is deleted. */
  done_by: z.string(),
  done_at: z.string(),
  message: z.string(),
  /** Unordered; display them in the survey's order. An accepted survey has none. */
  notes: z.array(z.object({ user_survey_sub_section_detail_id: Id, note: z.string() })),
})
export type Review = z.infer<typeof Review>
