import { type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import type { FrozenEntry } from '../../store/outbox-rows.ts'
import type { SendResult } from '../../upload/send-result.ts'

/**
 * Photos or plans that the server lost and this device resends. If the id exists, another device has sent its
 * own copy first, and that is the result.
 */

export function acceptExistingUpload(
  row: FrozenEntry<'media.upload'>,
  sent: SendResult<'media.upload'>,
  signal: AbortSignal,
): Promise<SendResult<'media.upload'>> {
  return orThere(row, sent, signal, (detail) => uploadIn(detail, row))
}

export function acceptExistingPlan(
  row: FrozenEntry<'plans.add'>,
  sent: SendResult<'plans.add'>,
  signal: AbortSignal,
): Promise<SendResult<'plans.add'>> {
  return orThere(row, sent, signal, ({ plans }) => {
    const plan = plans?.find(({ id }) => id === row.id)
    return plan ? { ok: true, reply: { data: { id: plan.id, type: 'plan', attributes: plan } } } : sent
  })
}

async function orThere<Name extends 'media.upload' | 'plans.add'>(
  { account, survey, again }: FrozenEntry<Name>,
  sent: SendResult<Name>,
  signal: AbortSignal,
  find: (detail: SurveyDetail) => SendResult<Name>,
): Promise<SendResult<Name>> {
  if (sent.ok || sent.status !== 409 || !again) return sent
  const read = await call(surveyDetail, { params: { id: survey } }, { account, signal })
  if (!read.ok) return read.status === 404 ? sent : read
  return find(read.reply.data.attributes)
}

function uploadIn(
  { user_survey_sections }: SurveyDetail,
  { id, answer }: FrozenEntry<'media.upload'>,
): SendResult<'media.upload'> {
  const detail = user_survey_sections
    .flatMap((section) => section.user_survey_sub_sections)
    .flatMap((part) => part.user_survey_sub_section_details)
    .find((one) => one.id === answer)
  const own = ({ media_id }: { readonly media_id: string }) => media_id === id
  const attributes = {
    id,
    user_survey_sub_section_detail_id: answer ?? '',
    photo_details: detail?.photos.filter(own) ?? [],
    media_details: detail?.videos.filter(own) ?? [],
  }
  return { ok: true, reply: { data: { id, type: 'user_survey_media', attributes } } }
}
