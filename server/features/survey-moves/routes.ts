import { v7 as newId } from 'uuid'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import * as agreed from '#contract/surveys/survey-moves.ts'
import type { Db } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { touchSurvey } from '#server/features/surveys/data.ts'
import type { Actor } from '#server/features/surveys/events/data.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import {
  fieldsOf,
  findVersion,
  newestOfSeries,
  pinnedTemplate,
  versionsOf,
} from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, serveWithReplay } from '#server/http/serve.ts'
import { moveSurvey } from '#survey/move/move.ts'
import { type MovePlan, planBetween } from '#survey/move/move-plan.ts'
import { presentPlan } from '#survey/move/plan-to-wire.ts'
import { type UndoRecord, undoRecordOf } from '#survey/move/undo-record.ts'
import {
  addMove,
  type MoveRow,
  markUndone,
  readMoves,
  readOutdated,
  readPlaces,
  surveyOfMove,
  writeMoved,
} from './data.ts'
import { type Movable, openToMove, undoUntil } from './policy.ts'
import { presentMove } from './present.ts'

export const surveyMoveRoutes = [
  serveWithReplay(
    agreed.moveSurveys,
    { extract: withoutAnswers, reread: async (_, kept) => kept },
    async (call) => {
      const { db, account, body } = call
      const wanted = { templateId: body.survey_template_id, dryRun: body.dry_run }
      const replies = new Map<string, ReturnType<typeof presentOutcome>>()
      // Sorted, so that concurrent calls take their locks in the same order.
      for (const id of [...new Set(body.survey_ids)].sort()) {
        const survey = await openToMove(db, account, id, !body.dry_run)
        if (survey instanceof Failure) return survey
        const outcome = await moveOne(db, survey, wanted, call)
        if (outcome instanceof Failure) return outcome
        const { from, to } = outcome
        if (outcome.state === 'moved') await record(call, 'survey.moved', id, { from, to })
        replies.set(id, presentOutcome(outcome, survey.mayRead))
      }
      return { data: [...new Set(body.survey_ids)].flatMap((id) => replies.get(id) ?? []) }
    },
  ),

  serve(agreed.undoMove, async (call) => {
    const { db, account, params, now } = call
    const surveyId = await surveyOfMove(db, params.id)
    if (surveyId === null) return fail('move.notFound')
    const survey = await openToMove(db, account, surveyId, true)
    if (survey instanceof Failure)
      return survey.code === 'survey.ownerOnly' ? fail('survey.ownerOnly') : fail('move.notFound')
    const moves = await readMoves(db, surveyId)
    const move = moves.find(({ id }) => id === params.id)
    if (!move) return fail('move.notFound')
    if (move.undone_at === null) {
      const until = undoUntil(move, moves)
      if (!until) return fail('move.notLast')
      if (until < now) return fail('move.undoTooLate')
      const refused = await undoOne(db, survey, move, call)
      if (refused) return refused
      await record(call, 'survey.moveUndone', surveyId)
    }
    const all = await readMoves(db, surveyId)
    const versions = await versionNumbers(db, all)
    const [undone] = all.filter(({ id }) => id === params.id)
    return undone ? { data: presentMove(undone, all, versions) } : fail('move.notFound')
  }),

  serve(agreed.listMoves, async ({ db, account, query }) => {
    const survey = await openSurvey(db, account, query.user_survey_id, 'read')
    if (survey instanceof Failure) return survey
    const moves = await readMoves(db, survey.id)
    const versions = await versionNumbers(db, moves)
    const own = await findVersion(db, survey.template_id)
    const newest = own && (await newestOfSeries(db, own.series))
    const version = own?.version ?? 0
    const newer = newest && newest.version > version ? newest : null
    return {
      data: moves.map((move) => presentMove(move, moves, versions)),
      meta: {
        survey_name: survey.survey_name,
        may_move: survey.account_id === account.id || account.role === 'admin',
        version,
        newer: newer && { survey_template_id: newer.id, version: newer.version, name: newer.name },
      },
    }
  }),

  serve(agreed.surveysBehind, async ({ db, account, query }) => {
    const target = await findVersion(db, query.survey_template_id)
    if (!target) return fail('template.notFound')
    const owner = account.role === 'admin' ? null : account.id
    const { rows, total } = await readOutdated(db, target, { owner, status: query.status })
    return {
      data: rows.map(({ id, version }) => ({ id, type: 'users_survey', attributes: { version } })),
      meta: { total },
    }
  }),
]

/** The effect on single answers is not stored, so a replay omits it and the client reloads the survey. */
function withoutAnswers({ data }: ReplyOf<typeof agreed.moveSurveys>) {
  return {
    data: data.map(({ attributes, ...one }) => ({
      ...one,
      attributes: { ...attributes, plan: { ...attributes.plan, added: [], answers: null } },
    })),
  }
}

function presentOutcome(
  { surveyId, state, moveId, from, to, plan }: Exclude<Awaited<ReturnType<typeof moveOne>>, Failure>,
  mayRead: boolean,
) {
  const versions = { from_version: from, to_version: to }
  const attributes = { state, move_id: moveId, ...versions, plan: presentPlan(plan, mayRead) }
  return { id: surveyId, type: 'survey_move', attributes }
}

async function versionNumbers(db: Db, moves: readonly MoveRow[]): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(moves.flatMap((move) => [move.from_template_id, move.to_template_id]))
  const numbers = new Map<string, number>()
  for (const id of ids) numbers.set(id, (await findVersion(db, id))?.version ?? 0)
  return numbers
}

type Doing = Origin & { readonly db: Db; readonly account: { readonly id: string } }

async function record(call: Doing, action: AuditAction, id: string, detail = {}): Promise<void> {
  const target = { type: 'survey', id }
  await recordAudit(call.db, call, { action, accountId: call.account.id, target, detail })
}

interface Outcome {
  readonly surveyId: string
  readonly state: 'planned' | 'moved' | 'unchanged'
  readonly moveId: string | null
  readonly from: number
  readonly to: number
  readonly plan: MovePlan
}

interface Wanted {
  readonly templateId: string
  readonly dryRun: boolean
}

/**
 * Moves one survey to a newer version, or only reports the effect. The caller holds its lock, except for a
 * dry run.
 */
async function moveOne(
  db: Db,
  { row }: Movable,
  { templateId, dryRun }: Wanted,
  by: Actor,
): Promise<Outcome | Failure<'template.notFound' | 'move.otherTemplate' | 'move.notNewer' | 'id.taken'>> {
  const [old, target] = [await findVersion(db, row.template_id), await findVersion(db, templateId)]
  if (!target) return fail('template.notFound')
  if (old?.series !== target.series) return fail('move.otherTemplate')
  if (target.version < old.version) return fail('move.notNewer')
  const { survey } = await loadWithMedia(db, row.id)
  const after = moveSurvey(survey, await pinnedTemplate(db, templateId))
  const outcome = {
    ...{ surveyId: row.id, from: old.version, to: target.version },
    plan: planBetween(survey, after),
  }
  if (after === survey) return { ...outcome, state: 'unchanged', moveId: null }
  if (dryRun) return { ...outcome, state: 'planned', moveId: null }
  if (!(await writeMoved(db, survey, after, row.earlier_templates, by.now))) return fail('id.taken')
  const moveId = newId()
  const [from, to] = [survey.template.id, after.template.id]
  const record = undoRecordOf(survey, after)
  await addMove(db, { id: moveId, surveyId: row.id, from, to, record, accountId: by.account.id, now: by.now })
  await touchSurvey(db, row.id, by)
  return { ...outcome, state: 'moved', moveId }
}

/**
 * Undoes a move. Later answers stay, in their previous place or as earlier answers. The caller holds the
 * lock.
 */
async function undoOne(
  db: Db,
  { row }: Movable,
  move: MoveRow,
  by: Actor,
): Promise<Failure<'id.taken'> | null> {
  const { survey } = await loadWithMedia(db, row.id)
  const fields = fieldsOf(await versionsOf(db, row))
  const record: UndoRecord = new Map(
    (await readPlaces(db, move.id)).flatMap((kept) => {
      const known = fields.get(kept.field)
      if (!known) return []
      const spot = { ...known, sectionId: kept.section, subSectionId: kept.part, isEarlier: kept.earlier }
      return [[kept.id, spot] as const]
    }),
  )
  const after = moveSurvey(survey, await pinnedTemplate(db, move.from_template_id), record)
  if (!(await writeMoved(db, survey, after, row.earlier_templates, by.now))) return fail('id.taken')
  await markUndone(db, move.id, by.now)
  await touchSurvey(db, row.id, by)
  return null
}
