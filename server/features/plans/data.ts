import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { asPart, openSurvey, type Reader } from '#server/features/surveys/access.ts'
import { Failure, fail } from '#server/http/failure.ts'

export interface KnownPlan {
  readonly id: string
  readonly deleted: boolean
  /** SHA-256 of the picture as it was uploaded. */
  readonly hash: string | null
}

/** A plan of this survey, deleted or not. */
export async function findPlan(db: Db, surveyId: string, id: string): Promise<KnownPlan | null> {
  const row = await db
    .selectFrom('plan')
    .leftJoin('rendition', (join) =>
      join.onRef('rendition.file_id', '=', 'plan.file_id').on('rendition.name', '=', 'original'),
    )
    .select(['plan.id', 'plan.deleted_at', 'rendition.sha256 as hash'])
    .where('plan.id', '=', id)
    .where('plan.survey_id', '=', surveyId)
    .executeTakeFirst()
  return row ? { ...row, deleted: row.deleted_at !== null } : null
}

/** A plan in a survey that this account may edit; the survey stays locked. Finds deleted plans too. */
export async function lockPlan(db: Db, reader: Reader, id: string, level: 'edit' | 'add') {
  const plan = db
    .selectFrom('plan')
    .select(['id', 'survey_id as surveyId', 'deleted_at as deletedAt'])
    .where('id', '=', id)
  const named = await plan.executeTakeFirst()
  const survey = named && (await openSurvey(db, reader, named.surveyId, level, { lock: true }))
  if (!survey) return fail('plan.notFound')
  if (survey instanceof Failure) return asPart(survey, fail('plan.notFound'))
  const row = await plan.executeTakeFirst()
  return row ? { ...row, contributes: survey.contributes } : fail('plan.notFound')
}

export async function countPlans(db: Db, surveyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('plan')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('survey_id', '=', surveyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewPlan {
  readonly id: string
  readonly surveyId: string
  readonly name: string
  readonly fileId: string
}

/** The caller holds the survey's lock. False if the id is taken, even by someone else. */
export async function addPlan(db: Db, plan: NewPlan, now: Date): Promise<boolean> {
  const added = await db
    .insertInto('plan')
    .values({
      id: plan.id,
      survey_id: plan.surveyId,
      name: plan.name,
      file_id: plan.fileId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** The caller must already have checked that this account may change the plan. */
export async function renamePlan(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('plan').set({ name }).where('id', '=', id).execute()
}

/** Detaches the picture; housekeeping removes its bytes a day later. */
export async function markPlanDeleted(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('plan').set({ deleted_at: now, file_id: null }).where('id', '=', id).execute()
}

/** Whether this sub-section is, or was, the survey's own. */
export async function hasSubSection(db: Db, surveyId: string, subSectionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sub_section')
    .select('id')
    .where('id', '=', subSectionId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row !== undefined
}

export interface StoredPin {
  readonly place: { readonly x: number; readonly y: number } | null
  readonly editedAt: string
}

export async function findPin(db: Db, id: string): Promise<StoredPin | null> {
  const row = await db
    .selectFrom('plan_pin')
    .select(['x', 'y', 'edited_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { x, y, edited_at } = row
  return { place: x === null || y === null ? null : { x, y }, editedAt: edited_at.toISOString() }
}

/**
 * The caller holds the survey's lock and has decided that this pin is valid. A new one gets the plan's next
 * number.
 */
export async function putPin(
  db: Db,
  where: {
    readonly id: string
    readonly planId: string
    readonly surveyId: string
    readonly subSectionId: string
  },
  { place, editedAt }: StoredPin,
): Promise<void> {
  const set = { x: place?.x ?? null, y: place?.y ?? null, edited_at: new Date(editedAt) }
  await db
    .insertInto('plan_pin')
    .values({
      id: where.id,
      plan_id: where.planId,
      survey_id: where.surveyId,
      sub_section_id: where.subSectionId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from plan_pin where plan_id = ${where.planId})`,
      ...set,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
    .execute()
}
