import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { say } from '#contract/messages/say.ts'
import * as agreed from '#contract/plans.ts'
import type { Context, Db } from '#server/context.ts'
import { addFile } from '#server/features/media/data.ts'
import { hashesOf, takeBack } from '#server/features/media/uploads.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { touchSurvey } from '#server/features/surveys/data.ts'
import { presentPlan, readPlans } from '#server/features/surveys/plan-items.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { holderOf } from '#server/http/ticket.ts'
import { laterPin, pinId, placeWithin } from '#survey/plans.ts'
import * as data from './data.ts'
import { ingestPlan } from './ingest-plan.ts'
import { earlierPlan, pinTime } from './policy.ts'

export const planRoutes = [
  servePrepared(
    agreed.addPlan,
    { prepare: ingestPlan, undo: ({ context }, { kept }) => takeBack(context, kept) },
    async (call, { file, kept }) => {
      const { db, account, body, now, context } = call
      const survey = await openSurvey(db, account.id, body.user_survey_id, 'edit', { lock: true })
      if (survey instanceof Failure) return survey
      const id = body.id ?? newId()
      const earlier = earlierPlan(await data.findPlan(db, survey.id, id), hashesOf([file]))
      if (earlier === 'other') return fail('id.taken')
      if (earlier === 'deleted') return fail('plan.gone')
      if (earlier === 'same') {
        await takeBack(context, kept)
        return planReply(call, survey.id, id)
      }
      if ((await data.countPlans(db, survey.id)) >= limits.plansPerSurvey) return fail('plan.tooMany')
      const fileId = await addFile(db, survey.account_id, file, now)
      const added = await data.addPlan(db, { id, surveyId: survey.id, name: body.name, fileId }, now)
      if (!added) return fail('id.taken')
      await touchSurvey(db, survey.id, call)
      return planReply(call, survey.id, id)
    },
  ),

  serve(agreed.renamePlan, async (call) => {
    const { db, account, params, body } = call
    const plan = await data.lockPlan(db, account.id, params.id)
    if (plan instanceof Failure) return plan
    if (plan.deletedAt) return fail('plan.notFound')
    await data.renamePlan(db, plan.id, body.name)
    await touchSurvey(db, plan.surveyId, call)
    return planReply(call, plan.surveyId, plan.id)
  }),

  serve(agreed.deletePlan, async (call) => {
    const { db, account, params, now } = call
    const plan = await data.lockPlan(db, account.id, params.id)
    if (plan instanceof Failure) return plan
    if (!plan.deletedAt) {
      await data.buryPlan(db, plan.id, now)
      await touchSurvey(db, plan.surveyId, call)
    }
    return { data: { message: say('plans.deleted') } }
  }),

  serve(agreed.setPin, async (call) => {
    const { db, account, params, body, now } = call
    const plan = await data.lockPlan(db, account.id, params.id)
    if (plan instanceof Failure) return plan
    if (plan.deletedAt) return fail('plan.notFound')
    const where = { planId: plan.id, surveyId: plan.surveyId, subSectionId: params.sub_section_id }
    if (!(await data.hasSubSection(db, where.surveyId, where.subSectionId)))
      return fail('survey.partNotFound')
    const { x, y } = body
    const place = x === null || y === null ? null : placeWithin({ x, y })
    const id = pinId(plan.id, where.subSectionId)
    const known = await data.findPin(db, id)
    const given = { place, editedAt: pinTime(body.edited_at, now) }
    if (!known || laterPin(known, given) === given) {
      await data.putPin(db, { id, ...where }, given)
      await touchSurvey(db, plan.surveyId, call)
    }
    return planReply(call, plan.surveyId, plan.id)
  }),
]

interface Reading {
  readonly db: Db
  readonly context: Context
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly now: Date
}

async function planReply({ db, context, account, now }: Reading, surveyId: string, id: string) {
  const [plan] = await readPlans(db, { surveyId, id })
  if (!plan) throw new Error(`The plan ${id} is missing`)
  const attributes = presentPlan(plan, { key: context.ticketKey, holder: holderOf(account), now })
  return { data: { id, type: 'survey_plan', attributes } }
}
