import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, single } from '../wire.ts'
import { chosenZone } from './survey-zone.ts'
import { Conflicts } from './surveys.ts'

/** Where the account has it already, that is answered; one that was deleted is only made again by this call. */
export const openSample = endpoint({
  name: 'sample.open',
  method: 'POST',
  path: '/bx_block_survey/sample_survey',
  summary: 'The account’s own copy of the sample survey, which is made where there is none',
  access: 'surveyor',
  body: z.object({ ...chosenZone }),
  reply: single(
    z.object({
      survey_template_id: Id,
      survey_name: z.string(),
      /** As a save tells them: answers that two devices gave, and that nobody has chosen between. */
      conflicts: Conflicts,
    }),
  ),
  fails: ['sample.tooMany', 'id.taken'],
  rates: [{ limit: 10, seconds: 3_600, by: 'account' }],
  offline: 'needs-network',
})
