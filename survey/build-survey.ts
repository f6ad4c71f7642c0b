import { derived } from './logic/derive.ts'
import type { Plan } from './plan.ts'
import {
  type Answer,
  emptyAnswer,
  firstSubSectionId,
  type MediaRef,
  type Section,
  type Survey,
  sectionId,
  titleField,
} from './survey.ts'
import type { Template, TemplateField } from './template.ts'

/** A survey as flat lists from a database. Answers are in any order; media of one answer are in order. */
export interface SurveyRows {
  readonly sections: readonly { readonly id: string; readonly templateSectionId: string }[]
  readonly subSections: readonly { readonly id: string; readonly sectionId: string }[]
  readonly answers: readonly AnswerRow[]
  readonly media: readonly (MediaRef & { readonly answerId: string })[]
  readonly plans?: readonly Plan[]
}

/** Matched by sub-section and field. Without a row, the answer is empty with its derived id. */
export interface AnswerRow
  extends Pick<Answer, 'id' | 'value' | 'values' | 'revision' | 'editedAt' | 'copiedFrom'> {
  readonly subSectionId: string
  readonly fieldId: string
}

/** Builds a survey in one pass over the rows. */
export function buildSurvey(
  template: Template,
  header: Omit<Survey, 'template' | 'sections' | 'plans'>,
  rows: SurveyRows,
): Survey {
  const sectionIds = new Map(rows.sections.map((row) => [row.templateSectionId, row.id]))
  const subSections = Map.groupBy(rows.subSections, (row) => row.sectionId)
  const answerOf = answerFinder(rows)
  const sections = template.sections.map((definition): Section => {
    const id = sectionIds.get(definition.id) ?? sectionId(header.id, definition)
    const found = (subSections.get(id) ?? []).map((row) => row.id).sort(byId)
    const ids = found.length > 0 ? found : [firstSubSectionId(id)]
    const filled = ids.map((each) => ({
      id: each,
      title: answerOf(each, titleField(definition)),
      answers: definition.fields.map((field) => answerOf(each, field)),
    }))
    return { id, definition, subSections: filled }
  })
  const plans = [...(rows.plans ?? [])].sort((a, b) => byId(a.id, b.id))
  return derived({ ...header, template, sections, plans })
}

function answerFinder(rows: SurveyRows): (subSectionId: string, field: TemplateField) => Answer {
  const answers = new Map<string, Map<string, AnswerRow>>()
  for (const row of rows.answers) {
    const ofSubSection = answers.get(row.subSectionId)
    if (ofSubSection) ofSubSection.set(row.fieldId, row)
    else answers.set(row.subSectionId, new Map([[row.fieldId, row]]))
  }
  const media = Map.groupBy(rows.media, (row) => row.answerId)
  const mediaOf = (answerId: string) =>
    media.get(answerId)?.map(({ answerId: _, ...ref }): MediaRef => ref) ?? noMedia
  return (subSectionId, field) => {
    const row = answers.get(subSectionId)?.get(field.id) ?? emptyAnswer(subSectionId, field)
    const { id, value, values, revision, editedAt, copiedFrom } = row
    return { id, field, value, values, revision, editedAt, media: mediaOf(id), copiedFrom }
  }
}

const noMedia: readonly MediaRef[] = []

/** Compares by code unit like the database, not by locale. */
function byId(a: string, b: string): number {
  return a < b ? -1 : 1
}
