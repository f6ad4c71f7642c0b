import { type SurveyDetail, surveyDetail } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'

/** The form's address, at the survey's first section. */
export function formAddress(survey: SurveyDetail): string | null {
  const first = survey.user_survey_sections[0]
  return first ? `/survey/${survey.survey_template_id}/${survey.id}/${first.id}` : null
}

/** Puts the server's copy onto the device and says where its form is. */
export async function prepareForm(survey: SurveyDetail): Promise<string | null> {
  const { rememberSurvey } = await import('#web/offline/drafts.ts')
  await rememberSurvey(survey)
  return formAddress(survey)
}

/** After this many milliseconds the copy on the device has to do. */
const patience = 6_000

interface Listed {
  readonly id: string
  readonly attributes: { readonly survey_template_id: string }
}

/**
 * Where the form of a listed survey is. Without the network the form looks for the survey on the device,
 * by an address that names no section.
 */
export async function locateForm(
  survey: Listed,
): Promise<{ ok: true; path: string } | { ok: false; message: string }> {
  const result = await call(surveyDetail, { params: { id: survey.id } }, { timeout: patience })
  if (!result.ok) {
    if (result.status !== 0) return { ok: false, message: result.message }
    const ids = new URLSearchParams({ templateId: survey.attributes.survey_template_id, surveyId: survey.id })
    return { ok: true, path: `/survey?${ids}` }
  }
  const path = await prepareForm(result.reply.data.attributes)
  return path ? { ok: true, path } : { ok: false, message: say('surveys.invalidTemplateOrSection') }
}
