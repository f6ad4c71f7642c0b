import { type SurveyDetail, surveyDetail } from '#contract/surveys.ts'
import { templateDetails } from '#contract/templates.ts'
import { call, type Failure } from '#web/lib/call.ts'
import { currentSession } from '#web/lib/session.ts'
import { bringPictures } from './bring-pictures.ts'
import { Draft } from './draft.ts'
import { knowsTemplate, loadSurvey } from './load-survey.ts'
import { keepPlanPictures } from './plan-pictures.ts'
import { rememberSurvey as remember, rememberTemplate, takenOf } from './server-copy.ts'
import { reportTrouble } from './trouble.ts'

/** Keeps the server's copy of a survey on the device, so that its form opens without the network. */
export async function rememberSurvey(survey: SurveyDetail): Promise<void> {
  const account = currentSession()?.userId
  if (account) await remember(account, survey).catch(reportTrouble)
}

export type Opened = { readonly ok: true; readonly draft: Draft; readonly fromDevice: boolean } | Failure

/** Opens a survey from the device at once where it is there; else the network has to bring it first. */
export async function openDraft(account: string, survey: string): Promise<Opened> {
  const known = await loadSurvey(account, survey)
  if (known) return { ok: true, draft: new Draft(account, known), fromDevice: true }
  const fetched = await fetchSurvey(account, survey)
  if (!fetched.ok) return fetched
  const loaded = await loadSurvey(account, survey)
  if (!loaded) return { ok: false, status: 404, errors: [], message: '' }
  return { ok: true, draft: new Draft(account, loaded), fromDevice: false }
}

const fetchesAtMost = 5

/**
 * Reads the survey from the server onto the device; drafts that are open take it in by themselves. Where something
 * was sent meanwhile, what was read may be older than it and is read again.
 */
export async function fetchSurvey(
  account: string,
  survey: string,
  left = fetchesAtMost,
): Promise<{ readonly ok: true } | Failure> {
  const asked = await takenOf(account, survey)
  const result = await call(surveyDetail, { params: { id: survey } })
  if (!result.ok) return result
  const detail = result.reply.data.attributes
  if (!(await knowsTemplate(account, detail.survey_template_id))) {
    const template = await call(templateDetails, { query: { survey_template_id: detail.survey_template_id } })
    if (!template.ok) return template
    await rememberTemplate(account, template.reply.survey_template_details.data.attributes)
  }
  if (!(await remember(account, detail, asked))) {
    // Whatever is being sent will end; the next opening reads it all.
    return left > 1 ? fetchSurvey(account, survey, left - 1) : { ok: true }
  }
  void keepPlanPictures(account, survey, detail.plans ?? []).catch(() => undefined)
  void bringPictures(account, survey)
  return { ok: true }
}
