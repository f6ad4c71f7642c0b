import { type FieldType, fieldTypes } from '#contract/templates/field-types.ts'
import type { AnswerNode } from '../logic/value.ts'
import type { Answer } from '../survey.ts'
import type { Template, TemplateField } from '../template.ts'
import { barcode } from './barcode.ts'
import type { ExportedPart } from './cell.ts'
import { checkbox } from './checkbox.ts'
import { date, dateTime } from './date.ts'
import { decimal } from './decimal.ts'
import { dynamicDropdown } from './dynamic-dropdown.ts'
import { photo, video } from './files.ts'
import type {
  AnswerParts,
  AnswerValue,
  Cleaned,
  Comparison,
  FieldKind,
  FileKind,
  OwnProperty,
  Problem,
  XlsformType,
} from './kind.ts'
import { numeric } from './numeric.ts'
import { position } from './position.ts'
import { radio } from './radio.ts'
import { rating } from './rating.ts'
import { calculated, note, unsupported } from './read-only-types.ts'
import { select } from './select.ts'
import { signature } from './signature.ts'
import { longText, text } from './text.ts'
import { time } from './time.ts'
import { yesNo } from './yes-no.ts'

/** Exhaustive: a new field type doesn't compile until it is listed. */
const kinds: Readonly<Record<FieldType, FieldKind>> = {
  text,
  numeric,
  checkbox,
  radio,
  select,
  dynamic_dropdown: dynamicDropdown,
  long_text: longText,
  decimal,
  date,
  date_time: dateTime,
  yes_no: yesNo,
  signature,
  position,
  barcode,
  time,
  rating,
  photo,
  video,
  note,
  calculated,
}

type Typed = Pick<TemplateField, 'type' | 'unsupported'>

function kindOf({ type, unsupported: isUnsupported }: Typed): FieldKind {
  return isUnsupported ? unsupported : kinds[type]
}

export function isMissing(answer: Answer): boolean {
  return kindOf(answer.field).isMissing(answer)
}

/** Returns the answer as shown in a report; '' if empty. */
export function asText(answer: Answer): string {
  return kindOf(answer.field).asText(answer, answer.field)
}

/** Returns the field type's rule that the answer violates, such as a range. */
export function typeProblem(answer: Answer): Problem | null {
  return kindOf(answer.field).problem?.(answer.field, answer) ?? null
}

/** Returns the kind of files that answer the field; null if a value does. */
export function filesOf(field: Typed): FileKind | null {
  return kindOf(field).files ?? null
}

/** Whether any field of the template is answered by files. */
export function countsFiles({ sections }: Pick<Template, 'sections'>): boolean {
  return sections.some(({ fields }) => fields.some((field) => filesOf(field) !== null))
}

/** Whether files of this kind may be attached to an answer of the field. */
export function acceptsFile(field: TemplateField, kind: FileKind): boolean {
  return field.media && (filesOf(field) ?? kind) === kind
}

/** Returns how many more files the answer may hold; Infinity without a maximum. */
export function filesLeft({ field, media }: Pick<Answer, 'field' | 'media'>): number {
  const files = filesOf(field)
  if (files === null || field.max === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, field.max - media.filter(({ kind }) => kind === files).length)
}

/** Whether expressions, progress and reports read the same from both answers. */
export function sameContent(a: Answer, b: Answer): boolean {
  return sameAnswerValue(a, b) && (filesOf(b.field) === null || a.media.length === b.media.length)
}

/** Returns the message for a missing mandatory answer. */
export function missingProblem(field: TemplateField): Problem {
  return kindOf(field).missingProblem?.(field) ?? { message: 'surveys.enterData' }
}

/** Whether users answer fields of this type. */
export function isAnswerable(field: Typed): boolean {
  return kindOf(field).answerable
}

/** Whether the field has a row in the report: all but notes. */
export function isReported(field: Typed): boolean {
  return kindOf(field).reported
}

/** Returns which property of `AnswerValue` holds the answer. */
export function valueShape(field: Typed): FieldKind['valueShape'] {
  return kindOf(field).valueShape
}

/** Returns how many options may be chosen; null for a type without options. */
export function chooses(field: Typed): FieldKind['chooses'] {
  return kindOf(field).chooses
}

/** Whether the field's value comes from a calculation. */
export function isComputed(field: Typed): boolean {
  return kindOf(field).computed ?? false
}

/** Whether answers of this type may be copied elsewhere. */
export function isCopyable(field: Typed): boolean {
  return kindOf(field).copyable
}

export function isFreeNote(field: TemplateField): boolean {
  return kindOf(field).isFreeNote?.(field) ?? false
}

/** Whether the two fields accept each other's answers. */
export function acceptsAnswersOf(field: Typed, other: Typed): boolean {
  const { family } = kindOf(field)
  return field.type === other.type || (family !== null && family === kindOf(other).family)
}

/**
 * Whether the field of another version accepts the answer. Files without a value fit if either field is
 * answered by files: a text field 'Photo of the panel' may have become a photo question.
 */
export function acceptsAnswer(field: TemplateField, answer: AnswerValue & Pick<Answer, 'field'>): boolean {
  if (acceptsAnswersOf(field, answer.field)) return true
  const isBlank = answer.value === '' && answer.values.length === 0
  const kind = filesOf(field) ?? filesOf(answer.field)
  return isBlank && kind !== null && field.media && answer.field.media
}

/** Whether the first answer appears beside the name of a collapsed part. */
export function isHint(field: Typed): boolean {
  return kindOf(field).hints ?? false
}

/** Whether the field's answer may distinguish a part from the others. */
export function identifies(field: TemplateField): boolean {
  return kindOf(field).identifies?.(field) ?? false
}

/** Whether the field's answers reveal a position. */
export function revealsPlace(field: Typed): boolean {
  return kindOf(field).revealsPlace ?? false
}

export function hasProperty(field: Typed, property: OwnProperty): boolean {
  return kindOf(field).properties.includes(property)
}

/** Returns all possible answers for types with a fixed list; otherwise empty. */
export function answersOf(field: Typed): readonly { readonly value: string; readonly label: string }[] {
  return kindOf(field).answers?.() ?? []
}

/** Returns how conditions can compare the field's answers. */
export function comparedBy(field: Typed): Comparison {
  return kindOf(field).compared
}

/** Returns the columns that the field's answers fill in exported tables. */
export function exportedParts(field: Typed): readonly ExportedPart[] {
  return kindOf(field).exported
}

/** Returns the content that a report shows beside the answer's text. */
export function partsOf(answer: Answer): AnswerParts {
  return kindOf(answer.field).parts?.(answer) ?? {}
}

/** Returns the answer as expressions read it. */
export function nodeOf(answer: Answer): AnswerNode {
  return kindOf(answer.field).node(answer.field, answer)
}

/** Returns the answer as text without its field; '' if empty. */
export function asPlainText(type: FieldType, given: AnswerValue): string {
  return kinds[type].asPlainText(given)
}

export function acceptsDefault(field: Typed): boolean {
  return kindOf(field).fromDefault !== null
}

/** Converts a default's text to an answer; null if the type takes no default or rejects this one. */
export function answerFromDefault(field: TemplateField, text: string): AnswerValue | null {
  const raw = kindOf(field).fromDefault?.(field, text)
  if (!raw) return null
  const { given, refusal } = clean(field, raw)
  return refusal === null ? given : null
}

/** Returns an example answer for trying a template; empty for fields that users don't answer. */
export function exampleFor(field: TemplateField, today: string): AnswerValue {
  return kindOf(field).example(field, today)
}

/** Returns how XLSForm represents the type. */
export function xlsformType(type: FieldType): XlsformType {
  return kinds[type].xlsform
}

/** Returns the types that satisfy the predicate. */
export function typesWith(holds: (field: Typed) => boolean): readonly FieldType[] {
  return fieldTypes.filter((type) => holds({ type }))
}

/** Returns the accepted part of `raw`, ignoring the property that the field's type doesn't use. */
export function clean(field: TemplateField, raw: Partial<AnswerValue>): Cleaned {
  return kindOf(field).clean(field, { value: raw.value ?? '', values: raw.values ?? [] })
}

/**
 * Combines two people's answers. Returns null if the field's type cannot, if one answer contains the other,
 * or if the result is too long.
 */
export function combineAnswers(
  field: TemplateField,
  own: AnswerValue,
  other: AnswerValue,
): AnswerValue | null {
  return combineAllAnswers(field, [own, other])
}

/** Combines any number of answers in order, skipping empty ones; null like `combineAnswers`. */
export function combineAllAnswers(field: TemplateField, answers: readonly AnswerValue[]): AnswerValue | null {
  const { combine, isMissing } = kindOf(field)
  const [first, ...others] = answers.filter((given) => !isMissing(given))
  if (!combine || !first || others.length === 0) return null
  let all = first
  for (const other of others) {
    const { given, refusal } = clean(field, combine(all, other))
    if (!given || refusal) return null
    all = given
  }
  return answers.some((given) => sameAnswerValue(given, all)) ? null : all
}

/** Whether the first answer contains the other. */
export function containsAnswer(field: TemplateField, answer: AnswerValue, other: AnswerValue): boolean {
  const { combine, isMissing } = kindOf(field)
  if (isMissing(other) || sameAnswerValue(answer, other)) return true
  const together = combine && !isMissing(answer) && clean(field, combine(answer, other)).given
  return together ? sameAnswerValue(together, answer) : false
}

/** Whether two answers to a field are equal. */
export function sameAnswerValue(a: AnswerValue, b: AnswerValue): boolean {
  return (
    a.value === b.value &&
    (a.values === b.values ||
      (a.values.length === b.values.length && a.values.every((value, index) => value === b.values[index])))
  )
}
