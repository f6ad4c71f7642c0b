import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { filesOf } from '#survey/fields/registry.ts'
import { emptyAnswer, type SubSection, titleField } from '#survey/survey.ts'
import type { TemplateSection } from '#survey/template.ts'
import { readMediaRefs } from './media-items.ts'

/**
 * Reads sub-sections of one section as stored, in the given order: without titles, with files only if these are
 * answers, and with no answers marked as hidden. For sections whose logic is self-contained
 * (`isSelfContained`).
 */
export async function readOwnParts(
  db: Db,
  surveyId: string,
  definition: TemplateSection,
  ids: readonly string[],
): Promise<readonly SubSection[]> {
  if (ids.length === 0) return []
  const rows = await answersIn(db, surveyId, ids).execute()
  const withFiles = definition.fields.some((field) => filesOf(field) !== null)
  const refs = withFiles
    ? await readMediaRefs(
        db,
        surveyId,
        rows.map(({ id }) => id),
      )
    : []
  const media = Map.groupBy(refs, ({ answerId }) => answerId)
  const byPart = Map.groupBy(rows, ({ partId }) => partId)
  return ids.map((id) => {
    const stored = new Map(byPart.get(id)?.map((row) => [row.fieldId, row]))
    const answers = definition.fields.map((field) => {
      const row = stored.get(field.id)
      if (!row) return emptyAnswer(id, field)
      const { value, values } = row
      const files = media.get(row.id) ?? []
      return { id: row.id, field, value, values, revision: 0, editedAt: null, media: files, copiedFrom: null }
    })
    return { id, title: emptyAnswer(id, titleField(definition)), answers }
  })
}

/** Answers in these sub-sections, with their places. */
export function answersIn(db: Db, surveyId: string, partIds: readonly string[]) {
  return db
    .selectFrom('answer')
    .select([
      'id',
      'sub_section_id as partId',
      'template_field_id as fieldId',
      'value',
      'value_list as values',
    ])
    .where('survey_id', '=', surveyId)
    .where('sub_section_id', '=', sql<string>`any(${partIds}::uuid[])`)
}
