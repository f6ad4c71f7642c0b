import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Survey as SurveyTable } from '#server/db/tables.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import type { TemplateField } from '#survey/template.ts'
import { type KeptCounts, settledCounts } from './recount.ts'

export type SurveyRow = Selectable<SurveyTable>

/** Every write on a survey holds its row's lock to the end: writes of one survey go one after the other. */
interface Locking {
  readonly lock?: boolean
}

/** The account's own survey that is not deleted; null for any other. */
export async function findOwnSurvey(
  db: Db,
  accountId: string,
  surveyId: string,
  { lock = false }: Locking = {},
): Promise<SurveyRow | null> {
  const query = db
    .selectFrom('survey')
    .selectAll()
    .where('id', '=', surveyId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row ?? null
}

/** Where an answer stands and what its field allows. */
export interface OwnAnswer {
  readonly id: string
  readonly surveyId: string
  readonly sectionId: string
  readonly subSectionId: string
  /** A late upload can meet a sub-section that another device removed. */
  readonly subSectionDeleted: boolean
  readonly field: TemplateField
}

/** An answer of one of the account's surveys that are not deleted; null for any other. `lock` takes the survey's lock. */
export async function findOwnAnswer(
  db: Db,
  accountId: string,
  answerId: string,
  locking: Locking = {},
): Promise<OwnAnswer | null> {
  const place = await db
    .selectFrom('answer')
    .select('survey_id')
    .where('id', '=', answerId)
    .executeTakeFirst()
  const survey = place && (await findOwnSurvey(db, accountId, place.survey_id, locking))
  if (!survey) return null
  const row = await db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select([
      'answer.template_field_id as fieldId',
      'answer.sub_section_id as subSectionId',
      'sub_section.section_id as sectionId',
    ])
    .select(sql<boolean>`sub_section.deleted_at is not null`.as('subSectionDeleted'))
    .where('answer.id', '=', answerId)
    .where('answer.survey_id', '=', survey.id)
    .executeTakeFirstOrThrow()
  const template = await pinnedTemplate(db, survey.template_id)
  const field = template.sections.flatMap(({ fields }) => fields).find(({ id }) => id === row.fieldId)
  if (!field) return null
  const { sectionId, subSectionId, subSectionDeleted } = row
  return { id: answerId, surveyId: survey.id, sectionId, subSectionId, subSectionDeleted, field }
}

/** A change beside the answers, such as a photo: the survey counts as edited now. The caller holds the lock. */
export async function touchSurvey(db: Db, surveyId: string, now: Date): Promise<void> {
  await db.updateTable('survey').set({ updated_at: now }).where('id', '=', surveyId).execute()
}

/** Moves the kept counts of the progress by what a write changed. The caller holds the lock. */
export async function moveProgress(db: Db, surveyId: string, by: KeptCounts, now: Date): Promise<KeptCounts> {
  const { template_id, ...moved } = await db
    .updateTable('survey')
    .set({
      filled: sql<number>`filled + ${by.filled}::integer`,
      fillable: sql<number>`fillable + ${by.fillable}::integer`,
      updated_at: now,
    })
    .where('id', '=', surveyId)
    .returning(['filled', 'fillable', 'template_id'])
    .executeTakeFirstOrThrow()
  return settledCounts(db, { id: surveyId, templateId: template_id }, moved)
}
