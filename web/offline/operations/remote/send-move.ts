import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { fetchSurvey } from '../../incoming/fetch-survey.ts'
import type { FrozenEntry } from '../../store/outbox-rows.ts'
import type { SendResult } from '../../upload/send-result.ts'
import { callOptions } from './remote-operation.ts'

/**
 * Moves the survey, then reads it from the server. The entry stays until that succeeds, because without it
 * the device would show the old version again. If another user has moved the survey to a later version, the
 * move is done.
 */
export async function sendMove(
  row: FrozenEntry<'surveyMoves.move'>,
  signal: AbortSignal,
): Promise<SendResult<'surveyMoves.move'>> {
  const { account, survey } = row
  const moved = await call(moveSurveys, row.input, callOptions(row, signal))
  if (!moved.ok && !isLater(moved)) return moved
  const read = await fetchSurvey(account, survey)
  return read.ok ? { ok: true, reply: moved.ok ? moved.reply : null } : read
}

/**
 * Whether the survey has a later version already. The server rejects this field for no other reason, because
 * the device had both versions.
 */
function isLater({ status, errors }: Failure): boolean {
  return status === 422 && errors.some((error) => 'survey_template_id' in error)
}
