import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exactly, Id, record, single } from '../wire.ts'
import { SectionWire } from './surveys.ts'

/** A deleted sub-section, with enough data to recognize it. The survey keeps all of it. */
const DeletedSubSection = z.object({
  section_id: Id,
  /** The displayed name: its title, else the identity, such as '107'; '' if it has neither. */
  sub_section_title: z.string(),
  deleted_at: z.string(),
  /** The number of answers, and of photos and videos in it. */
  answers: z.number(),
  files: z.number(),
})

export const deletedSimilar = endpoint({
  name: 'surveys.deletedSimilar',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/deleted_sub_sections',
  summary: 'Sub-sections of a section that were deleted and can be restored',
  access: 'surveyor',
  params: z.object({ id: Id }),
  query: exactly({ user_survey_section_id: Id }),
  /** The last deleted first; `type` is `deleted_sub_section`. */
  reply: z.object({ data: z.array(record(DeletedSubSection)) }),
  fails: ['survey.readOnly', 'survey.notFound', 'survey.partNotFound'],
})

/** Restores it with its answers, photos and pins, in its old place. An existing one stays unchanged. */
export const restoreSimilar = endpoint({
  name: 'surveys.restoreSimilar',
  method: 'POST',
  path: '/bx_block_survey/users_survey/{id}/deleted_sub_sections/{sub_section_id}/restore',
  summary: 'Bring a deleted sub-section back',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id, sub_section_id: Id }),
  /** The whole section after the change. */
  reply: single(SectionWire),
  fails: [
    'survey.readOnly',
    'survey.notFound',
    'survey.partNotFound',
    'survey.tooManySubSections',
    'survey.tooLarge',
  ],
  offline: 'queue',
})
