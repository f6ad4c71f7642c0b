import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exactly, Id, record } from '../wire.ts'
import { Status } from './surveys.ts'

/** The survey of the options, under the names of its row. */
const SurveyRecord = z.object({
  id: Id,
  survey_name: z.string(),
  created_by: z.string(),
  owner_name: z.string(),
  survey_template_id: Id,
  status: Status,
  is_deleted: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  account_id: Id,
})

export const dropdownOptions = endpoint({
  name: 'surveys.dropdownOptions',
  method: 'GET',
  path: '/bx_block_survey/users_survey/get_survey_associated_building_floors',
  summary: 'Buildings and floors already added to the survey',
  access: 'surveyor',
  whole: true,
  query: exactly({ user_survey_id: Id }),
  reply: z.object({
    data: record(SurveyRecord),
    survey_associated_buildings: z.array(z.string()),
    survey_associated_floors: z.array(z.string()),
  }),
  fails: ['survey.notFound'],
  offline: 'cache',
})
