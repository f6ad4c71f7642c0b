import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'

export const dropdownOptions = endpoint({
  name: 'surveys.dropdownOptions',
  method: 'GET',
  path: '/bx_block_survey/users_survey/get_survey_associated_building_floors',
  summary: 'Buildings and floors already added to the survey',
  access: 'surveyor',
  whole: true,
  query: z.object({ user_survey_id: Id }),
  reply: z.object({
    survey_associated_buildings: z.array(z.string()),
    survey_associated_floors: z.array(z.string()),
  }),
  fails: ['survey.notFound'],
  offline: 'cache',
})
