import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, single } from '../wire.ts'
import { chosenZone } from './survey-zone.ts'
import { Conflicts } from './surveys.ts'

/** Returns the account's existing copy; only this call recreates a deleted one. */
export const openSample = endpoint({
  name: 'sample.open',
  method: 'POST',
  path: '/bx_block_survey/sample_survey',
  summary: 'The account’s own copy of the sample survey, which is made where there is none',
  access: 'surveyor',
  key: 'person',
  body: z.object({ ...chosenZone }),
  reply: single(
    z.object({
      survey_template_id: Id,
      survey_name: z.string(),
      /** As in a save's reply: answers from two devices whose conflict is not resolved. */
      conflicts: Conflicts,
    }),
  ),
  fails: ['sample.tooMany', 'id.taken'],
  rates: [{ limit: 10, seconds: 3_600, by: 'account' }],
})
