import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import * as agreed from '#contract/surveys/survey-moves.ts'
import type { Db } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { findVersion, newestOfSeries } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, serveWithReplay } from '#server/http/serve.ts'
import { presentPlan } from '#survey/move/plan-to-wire.ts'
import { type MoveRow, readMoves, readOutdated, surveyOfMove } from './data.ts'
import { moveOne, undoOne } from './move.ts'
import { openToMove, undoUntil } from './policy.ts'
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
    const survey = await openSurvey(db, account.id, query.user_survey_id, 'read')
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
