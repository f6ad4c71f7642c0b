import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { exactly, Id, record } from '../wire.ts'
import { SurveyWire } from './surveys.ts'

/** For a device with a copy: usually nothing changed, and a survey can be megabytes. */
export const changedSurvey = endpoint({
  name: 'surveys.changed',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/changed',
  summary: 'The whole survey, or null where it still is as in the named version',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  query: exactly({
    version: z._default(z.string().check(z.maxLength(limits.versionMax, 'common.invalid')), ''),
  }),
  reply: z.object({ data: z.nullable(record(SurveyWire)), meta: z.object({ version: z.string() }) }),
  fails: ['survey.notFound'],
  offline: 'cache',
})
