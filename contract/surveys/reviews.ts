import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { exactly, Id, Instant, record, single } from '../wire.ts'
import { ReviewState } from './review-on-wire.ts'

const OfSurvey = z.object({ id: Id })
const ReviewText = z.string().check(z.trim(), z.maxLength(limits.reviewTextMax, 'reviews.textTooLong'))

/** The result of a review. */
const Reviewed = z.object({ review: z.nullable(ReviewState), status: z.string(), last_edited: z.string() })

/** Only for a submitted survey, by a team member with the right to review. Needs a note or a message. */
export const sendBack = endpoint({
  name: 'reviews.sendBack',
  method: 'POST',
  path: '/bx_block_survey/users_survey/{id}/send_back',
  summary: 'Send a submitted survey back to who filled it in, with notes on its fields',
  access: 'surveyor',
  params: OfSurvey,
  body: exactly({
    message: z._default(ReviewText, ''),
    notes: z._default(
      z
        .array(
          z.object({
            user_survey_sub_section_detail_id: Id,
            note: ReviewText.check(z.minLength(1, 'reviews.noteEmpty')),
          }),
        )
        .check(z.maxLength(limits.reviewNotesMax, 'reviews.tooManyNotes')),
      [],
    ),
  }),
  reply: single(Reviewed),
  fails: [
    'survey.notFound',
    'survey.reviewerOnly',
    'survey.partNotFound',
    'review.notSubmitted',
    'review.empty',
    'request.tooMany',
  ],
  rates: [{ limit: limits.reviewsPerHour, seconds: 3600, by: 'account' }],
})

export const acceptSurvey = endpoint({
  name: 'reviews.accept',
  method: 'POST',
  path: '/bx_block_survey/users_survey/{id}/accept',
  summary: 'Accept a submitted survey as it was read',
  access: 'surveyor',
  params: OfSurvey,
  /** The state that the reviewer read; after a later change, the survey must be read again first. */
  body: exactly({ last_edited: Instant }),
  reply: single(Reviewed),
  fails: [
    'survey.notFound',
    'survey.reviewerOnly',
    'review.notSubmitted',
    'review.changedMeanwhile',
    'request.tooMany',
  ],
  rates: [{ limit: limits.reviewsPerHour, seconds: 3600, by: 'account' }],
})

/** The last first, `reviewsShown` of them. */
export const listReviews = endpoint({
  name: 'reviews.list',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/reviews',
  summary: 'Who sent a survey back, submitted it again, accepted it or changed it after that',
  access: 'surveyor',
  params: OfSurvey,
  reply: z.object({
    data: z.array(
      record(
        z.object({
          kind: z.enum(['sent_back', 'resubmitted', 'accepted', 'taken_back']),
          /** '' if the account is deleted. */
          done_by: z.string(),
          done_at: z.string(),
          message: z.string(),
          notes: z.number(),
        }),
      ),
    ),
  }),
  fails: ['survey.notFound'],
})
