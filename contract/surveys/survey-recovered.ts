import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { MediaItem } from '../media/media-item.ts'
import { Done, Id, record, single } from '../wire.ts'
import { SectionWire } from './surveys.ts'

/**
 * A value, photo or video that the survey rejected: its sub-section was deleted, or it differs from the
 * survey's answer and comes from a former owner.
 */
const Recovered = z.object({
  section_id: Id,
  section_name: z.string(),
  /** The deleted sub-section's title or identity, such as '107'; '' if it had none. Its number is lost. */
  sub_section_title: z.string(),
  field_name: z.string(),
  field_type: z.string(),
  /** Empty for a photo or video. */
  field_value: z.string(),
  field_value_multiple: z.array(z.string()),
  /** The photo or video; null for a value. */
  media: z.nullable(MediaItem),
  /** Its author; '' if unknown. */
  edited_by: z.string(),
  /** When it was entered, by the device's clock. */
  edited_at: z.nullable(z.string()),
  received_at: z.string(),
  /** The sub-section, if it still exists; absent = deleted. */
  user_survey_sub_section_id: z.optional(Id),
  /** The survey's own answer there, which restoring the value replaces. */
  standing: z.optional(
    z.object({ field_value: z.string(), field_value_multiple: z.array(z.string()), revision: z.number() }),
  ),
})

export const recoveredAnswers = endpoint({
  name: 'surveys.recovered',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/recovered_answers',
  summary: 'Answers, photos and videos that arrived for sub-sections already deleted',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  /** Newest first. `type` is `recovered_answer` or `recovered_media`. */
  reply: z.object({ data: z.array(record(Recovered)) }),
  fails: ['survey.notFound'],
})

/**
 * A value becomes a new edit, as if typed there; the replaced answer stays in the history. A photo moves
 * there.
 */
export const restoreRecovered = endpoint({
  name: 'surveys.restoreRecovered',
  method: 'POST',
  path: '/bx_block_survey/users_survey/{id}/recovered_answers/{recovered_id}/restore',
  summary: 'Put a recovered answer, photo or video into a sub-section of the same section',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id, recovered_id: Id }),
  body: z.object({
    user_survey_sub_section_id: Id,
    /** Of the answer shown beside the recovered one: 409 if it has changed since. */
    base_revision: z.optional(z.number().check(z.int(), z.nonnegative(), z.maximum(limits.revisionMax))),
  }),
  /** The whole section after the change. */
  reply: single(SectionWire),
  fails: [
    'survey.readOnly',
    'survey.notFound',
    'survey.partNotFound',
    'survey.badAnswer',
    'survey.tooLarge',
    'media.tooManyUploads',
    'recovered.changed',
    'media.tooManyForField',
    'media.wrongKindHere',
    'media.notAllowedHere',
  ],
})

export const dismissRecovered = endpoint({
  name: 'surveys.dismissRecovered',
  method: 'DELETE',
  path: '/bx_block_survey/users_survey/{id}/recovered_answers/{recovered_id}',
  summary: 'Show a recovered answer, photo or video no more',
  access: 'surveyor',
  params: z.object({ id: Id, recovered_id: Id }),
  reply: Done,
  fails: ['survey.readOnly', 'survey.notFound', 'survey.partNotFound'],
})
