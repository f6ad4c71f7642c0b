import { v7 as newId } from 'uuid'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import { t } from '#contract/messages/translate.ts'
import { isTimeZone } from '#contract/rules/days.ts'
import * as agreed from '#contract/surveys/surveys.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { findTemplate, findVersion } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, replayById, serve, serveWithReplay } from '#server/http/serve.ts'
import { momentsWorldwide } from '#survey/logic/today.ts'
import { missingInSurvey } from '#survey/mandatory.ts'
import { newSurvey, type Survey } from '#survey/survey.ts'
import { violationsIn } from '#survey/violations.ts'
import { markOpened, openSurvey, openToReplay } from '../access.ts'
import { markResubmitted } from '../invalidate-review.ts'
import { loadWithMedia } from '../load.ts'
import { isSameCreation, mayBeRestored } from '../policy.ts'
import { mandatoryLines, presentSurvey, signerOf } from '../present.ts'
import { mailResubmitted, mailSubmitted } from '../review-mail.ts'
import { reviewForReader } from '../review-state.ts'
import { recordSessionRead, saveAnswers } from '../save/save.ts'
import { addSurvey, changeHeader, findAnySurvey, hideSurvey, lockDeleted, unhideSurvey } from './data.ts'

const asItIs = replayById(replaySurvey)

export const lifecycleRoutes = [
  serveWithReplay(agreed.createSurvey, asItIs, async (call) => {
    const { db, account, body, now } = call
    const template = await findTemplate(db, body.survey_template_id)
    if (!template) return fail('template.notFound')
    const series = account.limits?.series ?? null
    if (series !== null && (await findVersion(db, template.id))?.series !== series) return fail('key.limited')
    const timeZone = body.time_zone !== undefined && isTimeZone(body.time_zone) ? body.time_zone : null
    const given = { id: body.id ?? newId(), name: body.survey_name, owner: body.owner_name, timeZone }
    const survey = newSurvey(template, { ...given, createdBy: '', at: now.toISOString() })
    if (await addSurvey(db, account.id, survey, now)) await record(call, 'survey.created', survey.id)
    else {
      const taken = await findAnySurvey(db, survey.id)
      // Created by this account and handed over since: nothing to create, and nothing to show.
      if (taken?.made_by === account.id && taken.account_id !== account.id) {
        const added = await openSurvey(db, account, survey.id, 'add')
        return added instanceof Failure
          ? fail('id.taken')
          : presentSurvey({ survey, media: [], plans: [], earlierTemplates: [] }, signerOf(call), {
              my_role: 'owner',
            })
      }
      if (!taken || !isSameCreation(taken, account.id, body)) return fail('id.taken')
    }
    await recordSessionRead(db, account.sessionId, survey.id)
    return presentSurvey(await loadWithMedia(db, survey.id), signerOf(call), { my_role: 'owner' })
  }),

  serve(agreed.surveyDetail, async (call) => {
    const { db, account, params, now } = call
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    if (survey.role !== 'owner') await markOpened(db, account, survey.id, now)
    await recordSessionRead(db, account.sessionId, survey.id)
    return presentSurvey(
      await loadWithMedia(db, survey.id),
      signerOf(call),
      await reviewForReader(db, survey),
    )
  }),

  serveWithReplay(agreed.submitSurvey, asItIs, async (call) => {
    const { db, account, params, body, now } = call
    const survey = await openSurvey(db, account, params.id, 'add', { lock: true })
    if (survey instanceof Failure) return survey
    if (survey.contributes) return fail('survey.handedOver')
    if ((body.user_survey_id ?? survey.id) !== survey.id) return fail('survey.notFound')
    const sections = body.user_survey_sections_attributes ?? []
    const saved = await saveAnswers(db, survey, sections, call)
    if (saved instanceof Failure) return saved
    // An editor's device sends all settings it knows; only the owner may change what the report shows.
    const owned = <Choice>(choice: Choice) => (survey.role === 'owner' ? choice : undefined)
    const change = {
      survey_name: body.survey_name ?? survey.survey_name,
      owner_name: body.owner_name ?? survey.owner_name,
      status: body.status ?? survey.status,
      show_media: owned(body.checkbox_1 ?? body.checkboxes?.checkbox_1) ?? survey.show_media,
      hide_empty: owned(body.checkbox_2 ?? body.checkboxes?.checkbox_2) ?? survey.hide_empty,
      show_positions: owned(body.show_positions ?? body.checkboxes?.show_positions) ?? survey.show_positions,
      show_internal: owned(body.show_internal ?? body.checkboxes?.show_internal) ?? survey.show_internal,
      time_zone: owned(body.time_zone) ?? survey.time_zone,
    }
    const wasChanged = survey.changed_since_submission || saved.changes.length > 0
    const submits = body.status === 'Completed' && (survey.status !== 'Completed' || wasChanged)
    if (
      submits ||
      Object.entries(change).some(([key, value]) => survey[key as keyof typeof change] !== value)
    ) {
      const fresh = body.status !== undefined && { changed_since_submission: false }
      await changeHeader(db, survey.id, { ...change, ...fresh, ...(submits && { submitted_at: now }) }, call)
    }
    const loaded = await loadWithMedia(db, survey.id)
    const refused = body.status === 'Completed' ? whyNotComplete(loaded.survey, now) : null
    if (refused) return refused
    await recordSessionRead(db, account.sessionId, survey.id)
    if (submits) {
      if (await markResubmitted(db, survey, call)) await mailResubmitted(call, survey)
      else if (survey.status !== 'Completed') await mailSubmitted(call, survey)
      await record(call, 'survey.submitted', survey.id)
    }
    return presentSurvey(loaded, signerOf(call), await reviewForReader(db, survey))
  }),

  serve(agreed.deleteSurvey, async (call) => {
    const { db, account, params } = call
    const survey = await openSurvey(db, account, params.id, 'own', { lock: true })
    if (survey instanceof Failure) return survey
    await hideSurvey(db, survey.id, call)
    await record(call, 'survey.deleted', survey.id)
    return { data: { message: t('surveys.removed') } }
  }),

  serveWithReplay(agreed.restoreSurvey, asItIs, async (call) => {
    const { db, account, params, now } = call
    const survey =
      (await lockDeleted(db, account, params.id)) ??
      (await openSurvey(db, account, params.id, 'own', { lock: true }))
    if (survey instanceof Failure) return survey
    if (!mayBeRestored(survey, now)) return fail('survey.restoreTooLate')
    if (survey.deleted_at) {
      await unhideSurvey(db, survey.id, call)
      await record(call, 'survey.restored', survey.id)
    }
    await recordSessionRead(db, account.sessionId, survey.id)
    return presentSurvey(
      await loadWithMedia(db, survey.id),
      signerOf(call),
      await reviewForReader(db, mine(survey)),
    )
  }),
]

function mine({ id }: { readonly id: string }) {
  return { id, role: 'owner', mayReview: false } as const
}

/** Replays a reply. The owner also gets a survey that was deleted since, as long as it can be restored. */
async function replaySurvey(call: ReplayCall, id: string) {
  const { db, account } = call
  const deleted = await lockDeleted(db, account, id)
  const survey = deleted ? mine(deleted) : await openToReplay(db, account, id)
  if (survey instanceof Failure) return survey
  await recordSessionRead(db, account.sessionId, id)
  return presentSurvey(await loadWithMedia(db, id), signerOf(call), await reviewForReader(db, survey))
}

type ReplayCall = Pick<Call<typeof agreed.restoreSurvey>, 'db' | 'account' | 'now' | 'context'>

type Doing = Pick<Call<typeof agreed.restoreSurvey>, 'db' | 'account' | 'now' | 'address' | 'userAgent'>

async function record(call: Doing, action: AuditAction, id: string): Promise<void> {
  await recordAudit(call.db, call, { action, accountId: call.account.id, target: { type: 'survey', id } })
}

/** Returns the failure if a survey may not be submitted, with a line for each field; null = it may. */
function whyNotComplete(
  survey: Survey,
  now: Date,
): Failure<'survey.mandatoryMissing' | 'survey.rulesBroken'> | null {
  const missing = missingInSurvey(survey)
  const broken = violationsIn(survey, momentsWorldwide(now)).map(({ answer, message }) => ({
    [answer.id]: message,
  }))
  if (missing.length > 0)
    return fail('survey.mandatoryMissing', {
      more: [...mandatoryLines(missing.map(({ answer }) => answer.id)), ...broken],
    })
  return broken.length > 0 ? fail('survey.rulesBroken', { more: broken }) : null
}
