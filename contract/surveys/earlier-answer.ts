import * as z from 'zod/mini'
import { MediaItem } from '../media/media-item.ts'
import { Id } from '../wire.ts'

/** An answer whose field was removed when the survey moved to another version of its template. */
export const EarlierAnswer = z.object({
  id: Id,
  user_survey_section_id: Id,
  user_survey_section_name: z.string(),
  user_survey_sub_section_id: Id,
  /** With its number and title; '' for a single one without a title. */
  user_survey_sub_section_name: z.string(),
  template_field_id: Id,
  field_name: z.string(),
  field_type: z.string(),
  /** Formatted as in a report. */
  field_value: z.string(),
  is_internal: z.boolean(),
  /** As for every answer: devices that do not know of the move still send it. */
  revision: z.number(),
  edited_at: z.nullable(z.string()),
  photos: z.array(MediaItem),
  videos: z.array(MediaItem),
})
export type EarlierAnswerWire = z.infer<typeof EarlierAnswer>
