import type { Db } from '#server/context.ts'

export interface SubSectionRow {
  readonly id: string
  readonly surveyId: string
  readonly sectionId: string
  readonly deletedAt: Date | null
}

/** Whoever's it is: only to tell a replay from an id that is taken. */
export async function findSubSection(db: Db, id: string): Promise<SubSectionRow | null> {
  const row = await db
    .selectFrom('sub_section')
    .select(['id', 'survey_id as surveyId', 'section_id as sectionId', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Leaves a tombstone: a late save of it is recognised and kept. The caller holds the survey's lock. */
export async function buryInSurvey(db: Db, surveyId: string, subSectionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sub_section')
    .set({ deleted_at: now })
    .where('id', '=', subSectionId)
    .where('survey_id', '=', surveyId)
    .execute()
}
