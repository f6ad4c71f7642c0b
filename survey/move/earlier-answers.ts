import type { AnswerRow, SurveyRows } from '../build-survey.ts'
import { type EarlierAnswer, emptyAnswer, type MediaRef, type Survey, titleField } from '../survey.ts'
import type { Template } from '../template.ts'
import { everyField } from './field-identity.ts'

/** Rows of a survey that may have moved. An answer without a place names its original field. */
export interface MovedRows extends Omit<SurveyRows, 'answers'> {
  readonly answers: readonly (AnswerRow & { readonly earlierFieldId: string | null })[]
}

/**
 * Adds the earlier answers to a survey. `versions`: all versions it has followed. Sections missing from the
 * current version are identified by the titles of their parts, empty or not.
 */
export function withEarlierAnswers(survey: Survey, versions: readonly Template[], rows: MovedRows): Survey {
  const definitions = new Map(
    versions.flatMap((template) =>
      template.sections.map((definition) => [definition.id, { template, definition }] as const),
    ),
  )
  const fields = new Map(
    versions.flatMap((template) =>
      template.sections.flatMap((definition) =>
        everyField(definition).map((field) => [field.id, { template, definition, field }] as const),
      ),
    ),
  )
  const homes = new Map(rows.subSections.map(({ id, sectionId }) => [id, sectionId]))
  const media = Map.groupBy(rows.media, ({ answerId }) => answerId)
  const given = rows.answers.flatMap((row): EarlierAnswer[] => {
    const { id, subSectionId, value, values, revision, editedAt, copiedFrom, earlierFieldId } = row
    const known = fields.get(earlierFieldId ?? '')
    const sectionId = homes.get(subSectionId)
    if (!known || sectionId === undefined) return []
    const { template, definition, field } = known
    const refs = (media.get(id) ?? []).map(({ answerId: _, ...ref }): MediaRef => ref)
    const answer = { id, field, value, values, revision, editedAt, copiedFrom, media: refs }
    return [{ template, definition, sectionId, subSectionId, answer }]
  })
  const shown = new Set(survey.sections.map(({ id }) => id))
  const gone = new Map(
    rows.sections.flatMap(({ id, templateSectionId }) => {
      const known = definitions.get(templateSectionId)
      return known && !shown.has(id) ? [[id, known] as const] : []
    }),
  )
  const titled = new Set(
    given.flatMap(({ definition, subSectionId, answer }) =>
      answer.field === titleField(definition) ? subSectionId : [],
    ),
  )
  const parts = rows.subSections.flatMap(({ id: subSectionId, sectionId }): EarlierAnswer[] => {
    const known = gone.get(sectionId)
    if (!known || titled.has(subSectionId)) return []
    return [
      { ...known, sectionId, subSectionId, answer: emptyAnswer(subSectionId, titleField(known.definition)) },
    ]
  })
  const all = [...given, ...parts].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  return all.length === 0 ? survey : { ...survey, earlierAnswers: all }
}

function placeOf({ subSectionId, answer }: EarlierAnswer): string {
  return `${subSectionId} ${answer.id}`
}
