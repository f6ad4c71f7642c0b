import * as z from 'zod/mini'
import { MediaItem } from '../media/media-item.ts'
import { Id } from '../wire.ts'

/** An answer that has no place since the survey was moved to another version of its template. */
export const EarlierAnswer = z.object({
  id: Id,
  user_survey_section_id: Id,
  user_survey_section_name: z.string(),
  user_survey_sub_section_id: Id,
  /** With its number and title; '' where it stands alone and has none. */
  user_survey_sub_section_name: z.string(),
  template_field_id: Id,
  field_name: z.string(),
  field_type: z.string(),
  /** As a report writes it. */
  field_value: z.string(),
  is_internal: z.boolean(),
  /** As of every answer: it is still answered by devices that have not heard of the move. */
  revision: z.number(),
  edited_at: z.nullable(z.string()),
  photos: z.array(MediaItem),
  videos: z.array(MediaItem),
})
export type EarlierAnswerWire = z.infer<typeof EarlierAnswer>
