import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import * as agreed from '#contract/media/plans.ts'
import { t } from '#contract/messages/translate.ts'
import { plainName } from '#contract/rules/file.ts'
import type { Context, Db } from '#server/context.ts'
import { addFile, type NewFile } from '#server/features/media/data.ts'
import { discardFiles, hashesOf } from '#server/features/media/ingest.ts'
import { forgetParts } from '#server/features/media/resumable/data.ts'
import { removeReceived } from '#server/features/media/resumable/received-parts.ts'
import { asPart, openSurvey, openToReplay } from '#server/features/surveys/access.ts'
import { touchSurvey } from '#server/features/surveys/data.ts'
import type { Actor } from '#server/features/surveys/events/data.ts'
import { presentPlan, readPlans } from '#server/features/surveys/plan-items.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { replayById, serve, servePrepared, serveWithReplay } from '#server/http/serve.ts'
import { holderOf } from '#server/http/ticket.ts'
import { laterPin, pinId, placeWithin } from '#survey/plans.ts'
import * as data from './data.ts'
import { ingestPlan, ingestReceivedPlan } from './ingest-plan.ts'
import { earlierPlan, pinTime } from './policy.ts'

const asItIs = replayById(tellPlan)

export const planRoutes = [
  servePrepared(
    agreed.addPlan,
    { prepare: ingestPlan, replay: asItIs, undo: ({ context }, { kept }) => discardFiles(context, kept) },
    (call, ingested) => {
      const { id = newId(), name, user_survey_id } = call.body
      const [hash] = hashesOf([ingested.file])
      return keepPlan(call, { id, name, surveyId: user_survey_id, hash }, ingested)
    },
  ),

  servePrepared(
    agreed.addPlanResumed,
    {
      prepare: ingestReceivedPlan,
      replay: asItIs,
      undo: ({ context }, { kept }) => discardFiles(context, kept),
      after: ({ context, body }) => removeReceived(context, [body.upload]),
    },
    async (call, ingested) => {
      const { db, account, body } = call
      const taken = await forgetParts(db, account.id, [body.upload])
      if (ingested.file && taken.length === 0)
        return fail('media.uploadGone', { values: { files: plainName(body.filename) } })
      const { id, name, sha256 } = body
      return keepPlan(call, { id, name, surveyId: body.user_survey_id, hash: sha256 }, ingested)
    },
  ),

  serveWithReplay(agreed.renamePlan, asItIs, async (call) => {
    const { db, account, params, body } = call
    const plan = await data.lockPlan(db, account, params.id, 'edit')
    if (plan instanceof Failure) return plan
    if (plan.deletedAt) return fail('plan.notFound')
    await data.renamePlan(db, plan.id, body.name)
    await touchSurvey(db, plan.surveyId, call)
    return planReply(call, plan.surveyId, plan.id)
  }),

  serve(agreed.deletePlan, async (call) => {
    const { db, account, params, now } = call
    const plan = await data.lockPlan(db, account, params.id, 'edit')
    if (plan instanceof Failure) return plan
    if (!plan.deletedAt) {
      await data.markPlanDeleted(db, plan.id, now)
      await touchSurvey(db, plan.surveyId, call)
    }
    return { data: { message: t('plans.deleted') } }
  }),

  serveWithReplay(agreed.setPin, asItIs, async (call) => {
    const { db, account, params, body, now } = call
    const plan = await data.lockPlan(db, account, params.id, 'add')
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
    if (plan.contributes && known) return fail('survey.handedOver')
    if (!known || laterPin(known, given) === given) {
      await data.putPin(db, { id, ...where }, given)
      await touchSurvey(db, plan.surveyId, call)
    }
    return planReply(call, plan.surveyId, plan.id, { ...plan, pinOf: where.subSectionId })
  }),
]

interface GivenPlan {
  readonly id: string
  readonly name: string
  readonly surveyId: string
  /** Of the picture as it was uploaded. */
  readonly hash: string | undefined
}

async function keepPlan(
  call: Reading & Actor,
  { id, name, surveyId, hash }: GivenPlan,
  { file, kept }: { readonly file: NewFile | null; readonly kept: readonly string[] },
) {
  const { db, account, now, context } = call
  const survey = await openSurvey(db, account, surveyId, 'add', { lock: true })
  if (survey instanceof Failure) return survey
  const earlier = earlierPlan(await data.findPlan(db, survey.id, id), hash)
  if (earlier === 'other') return fail('id.taken')
  if (earlier === 'deleted') return fail('plan.gone')
  if (earlier === 'same') {
    await discardFiles(context, kept)
    return planReply(call, survey.id, id, survey)
  }
  // It existed a moment ago, and was removed for good when its survey was purged.
  if (!file) return fail('plan.gone')
  if ((await data.countPlans(db, survey.id)) >= limits.plansPerSurvey) return fail('plan.tooMany')
  const fileId = await addFile(db, survey.account_id, file, now)
  const added = await data.addPlan(db, { id, surveyId: survey.id, name, fileId }, now)
  if (!added) return fail('id.taken')
  await touchSurvey(db, survey.id, call)
  return planReply(call, survey.id, id, survey)
}

interface Reading {
  readonly db: Db
  readonly context: Context
  readonly account: Pick<AccountIdentity, 'id' | 'limits' | 'sessionId'>
  readonly now: Date
}

/** `pinOf`: a contributor gets only the pin they sent, and not the plan's name, which others may have given. */
async function planReply(
  { db, context, account, now }: Reading,
  surveyId: string,
  id: string,
  { contributes = false, pinOf = '' } = {},
) {
  const [plan] = await readPlans(db, { surveyId, id })
  if (!plan) throw new Error(`The plan ${id} is missing`)
  const pins = plan.pins.filter(({ subSectionId }) => !contributes || subSectionId === pinOf)
  const signer = { key: context.ticketKey, holder: holderOf(account), now }
  const attributes = presentPlan({ ...plan, pins, ...(contributes && { name: '' }) }, signer)
  return { data: { id, type: 'survey_plan', attributes } }
}

/** For a repeated call: the plan with all its pins as they are now. */
async function tellPlan(call: Reading, id: string) {
  const { db, account } = call
  const plan = await db
    .selectFrom('plan')
    .select('survey_id as surveyId')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const survey = plan && (await openToReplay(db, account, plan.surveyId))
  if (!survey) return fail('plan.notFound')
  return survey instanceof Failure ? asPart(survey, fail('plan.notFound')) : planReply(call, survey.id, id)
}
