import type { ReplyOf } from '#contract/endpoint.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { call } from '#web/lib/http/call.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'

export type RecoveredAnswer = ReplyOf<typeof recoveredAnswers>['data'][number]

/**
 * The server's answers and proposals for deleted sub-sections. `isFinal`: no retry is needed, because the server
 * replied or has no such survey.
 */
export async function readRecovered(
  id: string,
): Promise<{ answers?: readonly RecoveredAnswer[]; isFinal: boolean }> {
  const result = await call(recoveredAnswers, { params: { id } })
  if (result.ok) return { answers: result.reply.data, isFinal: true }
  return { isFinal: [404, 410].includes(result.status) }
}

/** Returns null on success, otherwise an error message. */
export async function restoreAnswer(
  id: string,
  recovered: string,
  subSectionId: string,
  seenRevision: number | undefined,
): Promise<string | null> {
  const params = { id, recovered_id: recovered }
  const seen = seenRevision === undefined ? {} : { base_revision: seenRevision }
  const body = { user_survey_sub_section_id: subSectionId, ...seen }
  const result = await call(restoreRecovered, { params, body })
  return result.ok ? null : result.message
}

/** Returns null on success, otherwise an error message. */
export async function dismissAnswer(id: string, recovered: string): Promise<string | null> {
  const result = await call(dismissRecovered, { params: { id, recovered_id: recovered } })
  return result.ok ? null : result.message
}

export async function reloadSurvey(account: string, id: string): Promise<void> {
  await fetchSurvey(account, id)
}
