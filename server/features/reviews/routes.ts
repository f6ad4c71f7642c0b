import * as agreed from '#contract/surveys/reviews.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { recordChange } from '#server/features/surveys/events/data.ts'
import { addReview } from '#server/features/surveys/invalidate-review.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { addNotes, areAnswersOf, listReviews, setReviewed } from './data.ts'
import { mailAccepted, mailSentBack } from './mail.ts'
import { presentReview, presentReviewed } from './present.ts'

export const reviewRoutes = [
  serve(agreed.sendBack, async (call) => {
    const { db, account, params, body, now } = call
    const survey = await openSurvey(db, account, params.id, 'review', { lock: true })
    if (survey instanceof Failure) return survey
    if (survey.status !== 'Completed') return fail('review.notSubmitted')
    if (body.message === '' && body.notes.length === 0) return fail('review.empty')
    const answers = body.notes.map(({ user_survey_sub_section_detail_id: id }) => id)
    if (!(await areAnswersOf(db, survey.id, answers))) return fail('survey.partNotFound')
    await setReviewed(db, survey.id, { review: 'sent_back', status: 'Started' }, now)
    const { message } = body
    await addNotes(
      db,
      await addReview(db, { surveyId: survey.id, kind: 'sent_back', message }, call),
      body.notes,
    )
    await recordAudit(db, call, {
      action: 'survey.sentBack',
      accountId: account.id,
      target: { type: 'survey', id: survey.id },
      detail: { notes: body.notes.length },
    })
    await recordChange(db, survey.id, call, { kind: 'survey' })
    await mailSentBack(call, survey, body.notes.length)
    return presentReviewed(survey.id, { review: 'sent_back', status: 'Started', last_edited: now })
  }),

  serve(agreed.acceptSurvey, async (call) => {
    const { db, account, params, body, now } = call
    const survey = await openSurvey(db, account, params.id, 'review', { lock: true })
    if (survey instanceof Failure) return survey
    const { status, updated_at } = survey
    if (status !== 'Completed') return fail('review.notSubmitted')
    // A replay, or another reviewer accepted it first: accepted either way.
    if (survey.review === 'accepted')
      return presentReviewed(survey.id, { review: 'accepted', status, last_edited: updated_at })
    if (Date.parse(body.last_edited) !== updated_at.getTime()) return fail('review.changedMeanwhile')
    await setReviewed(db, survey.id, { review: 'accepted', status }, now)
    await addReview(db, { surveyId: survey.id, kind: 'accepted' }, call)
    const target = { type: 'survey', id: survey.id }
    await recordAudit(db, call, { action: 'survey.accepted', accountId: account.id, target })
    await recordChange(db, survey.id, call, { kind: 'survey' })
    await mailAccepted(call, survey)
    return presentReviewed(survey.id, { review: 'accepted', status, last_edited: now })
  }),

  serve(agreed.listReviews, async ({ db, account, params }) => {
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    return { data: (await listReviews(db, survey.id)).map(presentReview) }
  }),
]
