import { createSurvey, surveyDetail } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { listItemFrom } from '../../incoming/list-item.ts'
import { putSurvey } from '../../incoming/server-copy.ts'
import { db } from '../../store/database.ts'
import type { FrozenEntry } from '../../store/outbox-rows.ts'
import type { SendResult } from '../../upload/send-result.ts'
import { callOptions, type RemoteOperation, remoteDefaults } from './remote-operation.ts'

export const surveyCreationRemote: RemoteOperation<'surveys.create'> = {
  ...remoteDefaults<'surveys.create'>(createSurvey),
  send: sendCreation,
  repliesWithPastState: true,
  async acknowledge({ account, survey }, reply) {
    if (!reply) return {}
    const { attributes } = reply.data
    await putSurvey(account, attributes)
    await db.listed.put({ account, id: survey, item: listItemFrom(attributes) })
    return {}
  },
}

/**
 * Creates a survey that was started on this device. A conflict usually means that an earlier attempt
 * succeeded, its reply was lost, and the survey was renamed since. Then the existing survey is the result.
 */
async function sendCreation(
  row: FrozenEntry<'surveys.create'>,
  signal: AbortSignal,
): Promise<SendResult<'surveys.create'>> {
  const { account, input } = row
  const made = await call(createSurvey, input, callOptions(row, signal))
  if (made.ok || made.status !== 409) return made
  const there = await call(surveyDetail, { params: { id: row.survey } }, { signal, account })
  if (there.ok || there.status === 404) return there.ok ? there : made
  return there
}
