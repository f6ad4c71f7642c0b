import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { touchSurvey } from '#server/features/surveys/data.ts'
import type { Actor } from '#server/features/surveys/events/record.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { fieldsOf, versionsOf } from '#server/features/surveys/versions.ts'
import { findVersion, pinnedTemplate } from '#server/features/templates/data.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { moveSurvey } from '#survey/move/move.ts'
import { type MovePlan, planBetween } from '#survey/move/move-plan.ts'
import { type UndoRecord, undoRecordOf } from '#survey/move/undo-record.ts'
import { addMove, type MoveRow, markUndone, readPlaces, writeMoved } from './data.ts'
import type { Movable } from './policy.ts'

export interface Outcome {
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
export async function moveOne(
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
export async function undoOne(
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
