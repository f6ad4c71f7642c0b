import type { ReplyOf } from '#contract/endpoint.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { call } from '#web/lib/http/call.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'

export type Kept = ReplyOf<typeof recoveredAnswers>['data'][number]

/** Deleted parts' answers and proposals, as the server has them; final = it has said so, or has no such survey. */
export async function readKept(id: string): Promise<{ kept?: readonly Kept[]; isFinal: boolean }> {
  const result = await call(recoveredAnswers, { params: { id } })
  if (result.ok) return { kept: result.reply.data, isFinal: true }
  return { isFinal: [404, 410].includes(result.status) }
}

/** null = done; else why not, in words. */
export async function putBack(
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

/** null = done; else why not, in words. */
export async function dismiss(id: string, recovered: string): Promise<string | null> {
  const result = await call(dismissRecovered, { params: { id, recovered_id: recovered } })
  return result.ok ? null : result.message
}

export async function readSurvey(account: string, id: string): Promise<void> {
  await fetchSurvey(account, id)
}
