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
  /** Formatted as in the report: with its unit, reason or signer. */
  field_text: z.string(),
  field_signature: z.optional(DrawnSignature),
  /** Copied and not reviewed since. */
  field_unchecked: z.optional(z.literal(true)),
  photos: z.array(GuestMediaItem),
  videos: z.array(GuestMediaItem),
})

export const ShownSubSection = z.object({
  id: Id,
  /** '<section> 2', by position. */
  user_survey_sub_section_name: z.string(),
  /** The displayed name besides that: the surveyor's title, else the identity, such as '107'. */
  user_survey_sub_section_title: z.optional(z.string()),
  user_survey_sub_section_details: z.array(ShownDetail),
})
export type ShownSubSection = z.infer<typeof ShownSubSection>

/** A section in the report, without what the report's choices hide. */
export const ShownSection = z.object({
  id: Id,
  user_survey_section_name: z.string(),
  is_survey_subsection_present: z.boolean(),
  user_survey_sub_sections: z.array(ShownSubSection),
})
export type ShownSection = z.infer<typeof ShownSection>
