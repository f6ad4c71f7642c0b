import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { atOnce } from '#server/db/at-once.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { countsFiles } from '#survey/fields/registry.ts'
import { namingFieldIds } from '#survey/identity.ts'
import { logicOf } from '#survey/logic/plan.ts'
import { withEarlier } from '#survey/move/read-earlier.ts'
import { buildSurvey } from '#survey/open.ts'
import type { Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { creatorName } from './creator-name.ts'
import { type MediaRow, mediaRefOf, readMedia, readMediaRefs } from './media-items.ts'
import { type PlanRow, planOf, readPlans } from './plan-items.ts'
import { versionsOf, wasMoved } from './versions.ts'

/**
 * Reads only a part; the rest of the survey then looks empty. Where answers follow from others, all are read: what
 * is hidden in a part may hang on any other.
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
  /** Versions of its template that it followed besides the one of now. */
  readonly earlierTemplates: readonly string[]
}

/**
 * The survey's answers as the engine knows them, without photos, videos and plans: for what only asks what was
 * answered. Files that are answers are there, without their descriptions. Takes an id that was proven to be the caller's, of a survey that is not deleted.
 */
export async function loadSurvey(db: Db, surveyId: string, part: Part = {}): Promise<Survey> {
  const { survey } = await loadWithMedia(db, surveyId, { ...part, withoutMedia: true })
  return survey
}

/** The same with its files and what is known of them. Flat queries: each below a survey carries the survey's id. */
export async function loadWithMedia(db: Db, surveyId: string, part: Part = {}): Promise<LoadedSurvey> {
  const header = await readHeader(db, surveyId)
  const template = await pinnedTemplate(db, header.template_id)
  return loadRest(db, surveyId, header, template, part)
}

/**
 * The survey as far as its files go: without the fields that neither have files anywhere in it nor name a part, of which
 * a large survey has thousands. What is left has the order, names and numbers that it has in the whole.
 */
export async function loadWithFilesOnly(db: Db, surveyId: string): Promise<LoadedSurvey> {
  const header = await readHeader(db, surveyId)
  const template = await pinnedTemplate(db, header.template_id)
  // Earlier answers have files too.
  if (wasMoved(header)) return loadRest(db, surveyId, header, template)
  // What is hidden may hang on any other answer.
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
  // Before their answers: a sub-section that is added in between must not look as though nobody had answered in it.
  const subSections = await readSubSections(db, surveyId, reach)
  const isWithoutMedia = fieldIds !== undefined || withoutMedia === true
  const [sections, answers, media, refs, plans] = await atOnce(db, [
    () => readSections(db, surveyId),
    () => readAnswers(db, surveyId, answersOf ? { fieldIds: answersOf } : reach),
    async () => (isWithoutMedia ? [] : readMedia(db, sectionId ? { surveyId, sectionId } : { surveyId })),
    // Files that are answers count like values, for progress and for expressions.
    async () => (isWithoutMedia && countsFiles(template) ? readMediaRefs(db, surveyId) : []),
    // A part is for a section or some answers: plans belong to the whole.
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
  // A part of a survey is asked for what is in it now.
  const isWhole = sectionId === undefined && fieldIds === undefined && answersOf === undefined
  const survey = isWhole && wasMoved(header) ? withEarlier(built, await versionsOf(db, header), rows) : built
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
    // Thousands of rows: an array or a moment costs more to read than all the rest of its row.
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
