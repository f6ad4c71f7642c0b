import { endpoint } from '../endpoint.ts'
import { exactly, Id, single } from '../wire.ts'
import { SubSectionWire } from './surveys.ts'

/** For 'Copy from the last filled?': returns the last non-empty sub-section before the named one. */
export const copyData = endpoint({
  name: 'surveys.copyData',
  method: 'GET',
  path: '/bx_block_survey/users_survey/copy_data_from_last_sub_section',
  summary: 'The answers and media of the sub-section that was filled before',
  access: 'surveyor',
  whole: true,
  query: exactly({
    user_survey_id: Id,
    user_survey_section_id: Id,
    user_survey_sub_section_id: Id,
  }),
  reply: single(SubSectionWire),
  fails: ['survey.notFound', 'survey.partNotFound', 'survey.nothingToCopy'],
  offline: 'cache',
})
