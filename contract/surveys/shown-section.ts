import * as z from 'zod/mini'
import { GuestMediaItem } from '../media/media-item.ts'
import { Id } from '../wire.ts'
import { DrawnSignature } from './signature.ts'

const ShownDetail = z.object({
  id: Id,
  field_name: z.string(),
  field_type: z.string(),
  field_value: z.string(),
  field_value_multiple: z.array(z.string()),
  /** The answer as the report writes it: with its unit, its reason, who signed. */
  field_text: z.string(),
  field_signature: z.optional(DrawnSignature),
  /** It was copied, and nobody has looked at it since. */
  field_unchecked: z.optional(z.literal(true)),
  photos: z.array(GuestMediaItem),
  videos: z.array(GuestMediaItem),
})

export const ShownSubSection = z.object({
  id: Id,
  /** '<section> 2', by place. */
  user_survey_sub_section_name: z.string(),
  /** What people call it beside that: the surveyor's own title, else what tells it from the others, '107'. */
  user_survey_sub_section_title: z.optional(z.string()),
  user_survey_sub_section_details: z.array(ShownDetail),
})
export type ShownSubSection = z.infer<typeof ShownSubSection>

/** A section as a reader of the report gets it: what its checkboxes hide is not there. */
export const ShownSection = z.object({
  id: Id,
  user_survey_section_name: z.string(),
  is_survey_subsection_present: z.boolean(),
  user_survey_sub_sections: z.array(ShownSubSection),
})
export type ShownSection = z.infer<typeof ShownSection>
