import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { readInParallel } from '#server/db/transaction.ts'
import { pinnedTemplate, versionsOf, wasMoved } from '#server/features/templates/data.ts'
import { buildSurvey } from '#survey/build-survey.ts'
import { countsFiles } from '#survey/fields/registry.ts'
import { namingFieldIds } from '#survey/identity.ts'
import { logicOf } from '#survey/logic/template-logic.ts'
import { withEarlierAnswers } from '#survey/move/earlier-answers.ts'
import type { Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { creatorName } from './creator-name.ts'
import { type MediaRow, mediaRefOf, readMedia, readMediaRefs } from './media-items.ts'
import { type PlanRow, planOf, readPlans } from './plan-items.ts'

/**
 * Reads only a part; the rest of the survey then looks empty. If the template has expressions, all answers are
 * read, since what is hidden may depend on any of them.
 */
interface Part {
  readonly sectionId?: string
  readonly fieldIds?: readonly string[]
  readonly withoutMedia?: boolean
}

export interface LoadedSurvey {
  readonly survey: Survey
  readonly media: readonly MediaRow[]
  readonly plans: readonly PlanRow[]
  /** Earlier versions of its template that the survey followed. */
  readonly earlierTemplates: readonly string[]
}

/**
 * Loads a survey's answers for the engine, without photos, videos and plans. Files that are answers are
 * included, without descriptions. The caller has authorized the id, and the survey is not deleted.
 */
export async function loadSurvey(db: Db, surveyId: string, part: Part = {}): Promise<Survey> {
  const { survey } = await loadWithMedia(db, surveyId, { ...part, withoutMedia: true })
  return survey
}

/**
 * Loads a survey with its files and their properties. Queries are flat: every table contains the survey's id.
 */
export async function loadWithMedia(db: Db, surveyId: string, part: Part = {}): Promise<LoadedSurvey> {
  const header = await readHeader(db, surveyId)
  const template = await pinnedTemplate(db, header.template_id)
  return loadRest(db, surveyId, header, template, part)
}

/**
 * Loads a survey for its files: omits fields that have no files anywhere and name no sub-section, of which a
 * large survey has thousands. The rest keeps its order, names and numbers.
 */
export async function loadWithFilesOnly(db: Db, surveyId: string): Promise<LoadedSurvey> {
  const header = await readHeader(db, surveyId)
  const template = await pinnedTemplate(db, header.template_id)
  // Earlier answers have files too.
  if (wasMoved(header)) return loadRest(db, surveyId, header, template)
  // Hidden answers may depend on any other answer.
  if (logicOf(template).steps.length > 0) return loadRest(db, surveyId, header, template)
  const withFiles = await readFieldsWithFiles(db, surveyId)
  const needed = new Set([...withFiles, ...template.sections.flatMap(namingFieldIds)])
  const sections = template.sections.map((section) => ({
    ...section,
    fields: section.fields.filter(({ id }) => needed.has(id)),
  }))
  return loadRest(db, surveyId, header, { ...template, sections }, { answersOf: [...needed] })
}

async function loadRest(
  db: Db,
  surveyId: string,
  header: Header,
  template: Template,
  part: Part & { readonly answersOf?: readonly string[] } = {},
): Promise<LoadedSurvey> {
  const { answersOf, ...asked } = part
  const reach = logicOf(template).steps.length > 0 ? {} : asked
  const { sectionId, fieldIds, withoutMedia } = asked
  // Before the answers: a sub-section added in between must not look unanswered.
  const subSections = await readSubSections(db, surveyId, reach)
  const isWithoutMedia = fieldIds !== undefined || withoutMedia === true
  const [sections, answers, media, refs, plans] = await readInParallel(db, [
    () => readSections(db, surveyId),
    () => readAnswers(db, surveyId, answersOf ? { fieldIds: answersOf } : reach),
    async () => (isWithoutMedia ? [] : readMedia(db, sectionId ? { surveyId, sectionId } : { surveyId })),
    // Files that are answers count like values, for progress and for expressions.
    async () => (isWithoutMedia && countsFiles(template) ? readMediaRefs(db, surveyId) : []),
    // A part is a section or some answers; plans belong to the whole survey.
    async () => (Object.keys(asked).length > 0 ? [] : readPlans(db, { surveyId })),
  ])
  const rows = {
    sections,
    subSections,
    answers,
    media: [...media.map((row) => ({ ...mediaRefOf(row), answerId: row.answerId })), ...refs],
    plans: plans.map(planOf),
  }
  const built = buildSurvey(
    template,
    {
      id: surveyId,
      name: header.survey_name,
      owner: header.owner_name,
      createdBy: header.created_by,
      createdAt: header.created_at.toISOString(),
      lastEdited: header.updated_at.toISOString(),
      status: header.status === 'Completed' ? 'Completed' : 'Started',
      ...(header.changed_since_submission && { changedSinceSubmission: true }),
      showMedia: header.show_media,
      hideEmpty: header.hide_empty,
      showPositions: header.show_positions,
      timeZone: header.time_zone,
      showInternal: header.show_internal,
    },
    rows,
  )
  // Parts only contain current fields.
  const isWhole = sectionId === undefined && fieldIds === undefined && answersOf === undefined
  const survey =
    isWhole && wasMoved(header) ? withEarlierAnswers(built, await versionsOf(db, header), rows) : built
  return { survey, media, plans, earlierTemplates: header.earlier_templates }
}

type Header = Awaited<ReturnType<typeof readHeader>>

async function readFieldsWithFiles(db: Db, surveyId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('media')
    .innerJoin('answer', 'answer.id', 'media.answer_id')
    .select('answer.template_field_id as fieldId')
    .distinct()
    .where('media.survey_id', '=', surveyId)
    .execute()
  return new Set(rows.map(({ fieldId }) => fieldId))
}

async function readHeader(db: Db, surveyId: string) {
  return db
    .selectFrom('survey')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .select([
      'survey.template_id',
      'survey.earlier_templates',
      'survey.survey_name',
      'survey.owner_name',
      'survey.status',
      'survey.changed_since_submission',
      'survey.show_media',
      'survey.hide_empty',
      'survey.show_positions',
      'survey.time_zone',
      'survey.show_internal',
      'survey.created_at',
      'survey.updated_at',
    ])
    .select(creatorName.as('created_by'))
    .where('survey.id', '=', surveyId)
    .executeTakeFirstOrThrow()
}

async function readSections(db: Db, surveyId: string) {
  return db
    .selectFrom('survey_section')
    .select(['id', 'template_section_id as templateSectionId'])
    .where('survey_id', '=', surveyId)
    .execute()
}

async function readSubSections(db: Db, surveyId: string, { sectionId }: Part) {
  let query = db
    .selectFrom('sub_section')
    .select(['id', 'section_id as sectionId'])
    .where('survey_id', '=', surveyId)
    .where('deleted_at', 'is', null)
  if (sectionId !== undefined) query = query.where('section_id', '=', sectionId)
  return query.execute()
}

async function readAnswers(db: Db, surveyId: string, { sectionId, fieldIds }: Part) {
  let query = db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select([
      'answer.id',
      'answer.sub_section_id as subSectionId',
      'answer.template_field_id as fieldId',
      'answer.earlier_field_id as earlierFieldId',
      'answer.value',
      'answer.revision',
      'answer.copied_from as copiedFrom',
    ])
    // Thousands of rows: parsing an array or a timestamp costs more than the rest of the row.
    .select(sql<string[] | null>`nullif(answer.value_list, '{}')`.as('values'))
    .select(sql<number | null>`date_part('epoch', answer.edited_at)`.as('editedAt'))
    .where('answer.survey_id', '=', surveyId)
    .where('sub_section.deleted_at', 'is', null)
  if (sectionId !== undefined) query = query.where('sub_section.section_id', '=', sectionId)
  if (fieldIds !== undefined)
    query = query.where('answer.template_field_id', '=', sql<string>`any(${fieldIds}::uuid[])`)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    subSectionId: row.subSectionId,
    fieldId: row.fieldId,
    earlierFieldId: row.earlierFieldId,
    value: row.value,
    values: row.values ?? [],
    revision: row.revision,
    copiedFrom: row.copiedFrom,
    editedAt: row.editedAt === null ? null : new Date(Math.round(row.editedAt * 1000)).toISOString(),
  }))
}
