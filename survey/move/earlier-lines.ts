import { asText, isAnswerable } from '../fields/registry.ts'
import { identityField } from '../identity.ts'
import { ownName, titledNameOf } from '../numbering.ts'
import type { Answer, EarlierAnswer, Survey } from '../survey.ts'
import type { TemplateField } from '../template.ts'
import { fieldKey, isTitle, sectionKey } from './field-identity.ts'
import { hasAnswer } from './placed-answers.ts'

/** A displayed answer without a place in the current version. */
export interface EarlierLine {
  readonly id: string
  readonly sectionId: string
  readonly section: string
  readonly subSectionId: string
  /** '' for the only part of a section without a title. */
  readonly subSection: string
  readonly field: string
  readonly fieldId: string
  readonly type: TemplateField['type']
  /** The keys of its section and field, stable within the series. */
  readonly keys: readonly [string, string]
  readonly value: string
  readonly media: Answer['media']
  readonly revision: number
  readonly editedAt: string | null
}

/** Returns the non-empty earlier answers in form order, those of removed sections last. */
export function earlierOf(survey: Survey): readonly EarlierAnswer[] {
  const places = new Map(survey.sections.map(({ id }, index) => [id, index]))
  const placed = (survey.earlierAnswers ?? [])
    .filter(({ answer }) => hasAnswer(answer))
    .map((one) => ({
      one,
      section: places.get(one.sectionId) ?? survey.sections.length,
      field: one.definition.fields.findIndex(({ id }) => id === one.answer.field.id),
    }))
  return placed
    .sort(
      (a, b) =>
        a.section - b.section ||
        (a.one.subSectionId < b.one.subSectionId ? -1 : a.one.subSectionId > b.one.subSectionId ? 1 : 0) ||
        a.field - b.field,
    )
    .map(({ one }) => one)
}

/** Returns the earlier answers as display lines. */
export function earlierLines(survey: Survey): readonly EarlierLine[] {
  return earlierOf(survey).map((one) => lineOf(survey, one))
}

/** Returns the display line of an answer that has lost its place or would lose it. */
export function lineOf(survey: Survey, one: EarlierAnswer): EarlierLine {
  const { definition, sectionId, subSectionId, answer } = one
  return {
    id: answer.id,
    sectionId,
    section: definition.name,
    subSectionId,
    subSection: partName(survey, one),
    field: answer.field.name,
    fieldId: answer.field.id,
    type: answer.field.type,
    keys: [sectionKey(definition), fieldKey(definition, answer.field)],
    value: isAnswerable(answer.field) ? asText(answer) : '',
    media: answer.media,
    revision: answer.revision,
    editedAt: answer.editedAt,
  }
}

/** Returns the part's name as displayed; its section may have been removed. */
function partName(survey: Survey, { subSectionName, ...one }: EarlierAnswer): string {
  const { sectionId, subSectionId, definition } = one
  const section = survey.sections.find(({ id }) => id === sectionId)
  const part = section?.subSections.find(({ id }) => id === subSectionId)
  if (section && part)
    return section.subSections.length > 1 || ownName(section, part) !== '' ? titledNameOf(section, part) : ''
  if (subSectionName !== undefined) return subSectionName
  const own = (survey.earlierAnswers ?? []).filter((one) => one.sectionId === sectionId)
  const parts = [...new Set(own.map((one) => one.subSectionId))].sort()
  const number = parts.length > 1 ? ` ${parts.indexOf(subSectionId) + 1}` : ''
  const ofPart = own.filter((one) => one.subSectionId === subSectionId)
  const title = textOf(ofPart.find((one) => isTitle(one.definition, one.answer.field)))
  if (number === '') return title
  const identity = ofPart.find(
    ({ definition: { fields }, answer }) => identityField(fields)?.id === answer.field.id,
  )
  return title || textOf(identity) || `${definition.name}${number}`
}

function textOf(one: EarlierAnswer | undefined): string {
  return one ? asText(one.answer) : ''
}
