import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { exactly, Id, record } from '../wire.ts'
import { changedOnWire } from './changed-since-submission.ts'
import { Detail, SurveyWire } from './surveys.ts'

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

/** Ids separated by commas. The length is checked before the text is split. */
const AnswerIds = z.pipe(
  z
    .string()
    .check(z.maxLength(limits.changedFilesMax * 37 - 1, 'common.tooLarge'), z.minLength(1, 'common.invalid')),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(Id),
  ),
)

/** After an event that names them: a photo costs a device a few kilobytes in place of the whole survey. */
export const changedFiles = endpoint({
  name: 'surveys.changedFiles',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/changed_files',
  summary: 'The photos and videos of the named answers; answers that the survey no longer has are left out',
  access: 'surveyor',
  params: z.object({ id: Id }),
  query: exactly({ answers: AnswerIds }),
  reply: z.object({
    data: z.array(record(z.pick(Detail, { photos: true, videos: true }))),
    meta: z.object({ progress: z.string(), last_edited: z.string(), ...changedOnWire }),
  }),
  fails: ['survey.notFound'],
  offline: 'cache',
})
export type ChangedFiles = z.infer<NonNullable<(typeof changedFiles)['reply']>>
