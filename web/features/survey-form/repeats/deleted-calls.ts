import type { ReplyOf } from '#contract/endpoint.ts'
import { deletedSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import { call } from '#web/lib/http/call.ts'

export type DeletedPart = ReplyOf<typeof deletedSimilar>['data'][number]

/**
 * The deleted sub-sections of a section. `isFinal`: no retry is needed, because the server replied or has no such
 * survey.
 */
export async function readDeleted(
  id: string,
  section: string,
): Promise<{ deleted?: readonly DeletedPart[]; isFinal: boolean }> {
  const result = await call(deletedSimilar, { params: { id }, query: { user_survey_section_id: section } })
  if (result.ok) return { deleted: result.reply.data, isFinal: true }
  return { isFinal: [403, 404, 410].includes(result.status) }
}
