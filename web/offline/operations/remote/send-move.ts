import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { fetchSurvey } from '../../incoming/fetch-survey.ts'
import type { FrozenEntry } from '../../store/outbox-rows.ts'
import type { Sent } from '../../upload/sent.ts'
import { callOptions } from './call-options.ts'

/**
 * A move that was made on this device. Until the survey is read as it stands on the server now, the entry stays: without
 * it the device would show the version from before once more. Where somebody has moved it to a later version there is
 * nothing left to do.
 */
export async function sendMove(
  row: FrozenEntry<'surveyMoves.move'>,
  signal: AbortSignal,
): Promise<Sent<'surveyMoves.move'>> {
  const { account, survey } = row
  const moved = await call(moveSurveys, row.input, callOptions(row, signal))
  if (!moved.ok && !isLater(moved)) return moved
  const read = await fetchSurvey(account, survey)
  return read.ok ? { ok: true, reply: moved.ok ? moved.reply : null } : read
}

/** The server says of nothing else that this version is not the one to move to: both were on the device. */
function isLater({ status, errors }: Failure): boolean {
  return status === 422 && errors.some((error) => 'survey_template_id' in error)
}
