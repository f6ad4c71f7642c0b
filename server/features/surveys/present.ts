import { t } from '#contract/messages/translate.ts'
import type { Context } from '#server/context.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { holderOf } from '#server/http/ticket.ts'
import type { Answer, Section, SubSection } from '#survey/survey.ts'
import { answerToWire, type MediaOf, sectionToWire, subSectionToWire, surveyToWire } from '#survey/to-wire.ts'
import type { LoadedSurvey } from './load.ts'
import { type MediaRow, type MediaSigner, presentMediaItem } from './media-items.ts'
import { presentPlan } from './plan-items.ts'
import type { ReaderReview } from './review-state.ts'

/** The survey detail of spec §3, for one reader. */
export function presentSurvey(
  { survey, media, plans, earlierTemplates }: LoadedSurvey,
  signer: MediaSigner,
  shown: ReaderReview,
) {
  const attributes = {
    ...surveyToWire(survey, {
      media: signed(media, signer),
      plans: plans.map((plan) => presentPlan(plan, signer)),
      my_role: shown.my_role,
    }),
    ...shown,
    ...(earlierTemplates.length > 0 && { earlier_survey_template_ids: [...earlierTemplates] }),
  }
  return { data: { id: survey.id, type: 'users_survey', attributes } }
}

export function presentSection(section: Section, media: readonly MediaRow[], signer: MediaSigner) {
  const attributes = sectionToWire(section, signed(media, signer))
  return { data: { id: section.id, type: 'user_survey_section', attributes } }
}

export function presentSubSection(
  section: Section,
  part: SubSection,
  media: readonly MediaRow[],
  signer: MediaSigner,
) {
  const attributes = subSectionToWire(section, part, signed(media, signer))
  return { data: { id: part.id, type: 'user_survey_sub_section', attributes } }
}

export function answerDetail(answer: Answer, media: readonly MediaRow[], signer: MediaSigner) {
  return answerToWire(answer, signed(media, signer))
}

/** Files of answers as the survey's detail carries them. */
export function presentFiles(answers: readonly string[], media: readonly MediaRow[], signer: MediaSigner) {
  const filesOf = signed(media, signer)
  return answers.map((id) => ({
    id,
    type: 'user_survey_sub_section_detail',
    attributes: { photos: filesOf(id, 'photo'), videos: filesOf(id, 'video') },
  }))
}

/** Media by answer, with addresses for the signer's holder. */
function signed(media: readonly MediaRow[], signer: MediaSigner): MediaOf {
  const byAnswer = Map.groupBy(media, ({ answerId }) => answerId)
  return (answerId, kind) =>
    (byAnswer.get(answerId) ?? [])
      .filter((row) => row.kind === kind)
      .map((row) => presentMediaItem(row, signer))
}

/** One line for each missing mandatory answer, by its id. */
export function mandatoryLines(missing: readonly string[]): readonly Record<string, string>[] {
  return missing.map((id) => ({ [id]: t('surveys.enterData') }))
}

/** Signs addresses for the caller. */
export function signerOf(call: {
  readonly context: Context
  readonly account: Pick<AccountIdentity, 'id' | 'limits' | 'sessionId'>
  readonly now: Date
}): MediaSigner {
  return { key: call.context.ticketKey, holder: holderOf(call.account), now: call.now }
}
