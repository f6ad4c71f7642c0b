import { type SurveyDetail, surveyDetail } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import type { Sent } from '../outbox/send.ts'
import type { OutboxRow } from '../store/rows.ts'

/**
 * Photos or a plan that the server lost and are sent again: where the id is taken, another device has brought them
 * before, from a copy of its own. Then they are there, and that is what was wanted.
 */
export async function orBroughtBefore(row: OutboxRow, sent: Sent, signal: AbortSignal): Promise<Sent> {
  if (sent.ok || sent.status !== 409 || !row.again) return sent
  const { account, survey } = row
  const read = await call(surveyDetail, { params: { id: survey } }, { account, signal })
  if (!read.ok) return read.status === 404 ? sent : read
  const detail = read.reply.data.attributes
  if (row.endpoint === 'media.upload') return { ok: true, reply: uploadIn(detail, row) }
  const plan = detail.plans?.find(({ id }) => id === row.id)
  return plan ? { ok: true, reply: { data: { id: plan.id, type: 'plan', attributes: plan } } } : sent
}

function uploadIn({ user_survey_sections }: SurveyDetail, { id, answer }: OutboxRow) {
  const detail = user_survey_sections
    .flatMap((section) => section.user_survey_sub_sections)
    .flatMap((part) => part.user_survey_sub_section_details)
    .find((one) => one.id === answer)
  const own = ({ media_id }: { readonly media_id: string }) => media_id === id
  const attributes = {
    id,
    user_survey_sub_section_detail_id: answer,
    photo_details: detail?.photos.filter(own) ?? [],
    media_details: detail?.videos.filter(own) ?? [],
  }
  return { data: { id, type: 'user_survey_media', attributes } }
}
