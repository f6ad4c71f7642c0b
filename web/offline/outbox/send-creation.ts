import type { InputOf } from '#contract/endpoint.ts'
import { createSurvey, surveyDetail } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import type { OutboxRow } from '../store/rows.ts'
import { callOptions } from './call-options.ts'
import type { Sent } from './send.ts'

/**
 * Makes a survey that was begun on this device. An id that is taken is mostly its own: the answer to an earlier try
 * got lost long ago, and the survey was renamed since. Then it is there, and that is what was wanted.
 */
export async function sendCreation(row: OutboxRow, signal: AbortSignal): Promise<Sent> {
  const { account } = row
  const input = row.input as InputOf<typeof createSurvey>
  const made = await call(createSurvey, input, callOptions(row, signal))
  if (made.ok || made.status !== 409) return made
  const there = await call(surveyDetail, { params: { id: row.survey } }, { signal, account })
  if (there.ok || there.status === 404) return there.ok ? there : made
  return there
}
