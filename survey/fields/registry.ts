import { type FieldType, fieldTypes } from '#contract/templates/field-types.ts'
import type { AnswerNode } from '../logic/value.ts'
import type { Answer } from '../survey.ts'
import type { Template, TemplateField } from '../template.ts'
import { barcode } from './barcode.ts'
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
  OnPaper,
  OwnProperty,
  Problem,
} from './kind.ts'
import { numeric } from './numeric.ts'
import { position } from './position.ts'
import { radio } from './radio.ts'
import { rating } from './rating.ts'
import { select } from './select.ts'
import { signature } from './signature.ts'
import { calculated, note, unsupported } from './silent.ts'
import { longText, text } from './text.ts'
import { time } from './time.ts'
import { yesNo } from './yes-no.ts'

/** A new field type does not compile until it is here. */
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

/** The answer as a report shows it; '' where nothing was given. */
export function asText(answer: Answer): string {
  return kindOf(answer.field).asText(answer, answer.field)
}

/** The rule of its field's type that an answer breaks, such as a range. */
export function ownProblem(answer: Answer): Problem | null {
  return kindOf(answer.field).problem?.(answer.field, answer) ?? null
}

/** The kind of files that are the answer of such a field; null where the answer is a value. */
export function filesOf(field: Typed): FileKind | null {
  return kindOf(field).files ?? null
}

/** Whether files are answers to any of a template's fields. */
export function countsFiles({ sections }: Pick<Template, 'sections'>): boolean {
  return sections.some(({ fields }) => fields.some((field) => filesOf(field) !== null))
}

/** Whether files of this kind may be attached to an answer of the field. */
export function takesFile(field: TemplateField, kind: FileKind): boolean {
  return field.media && (filesOf(field) ?? kind) === kind
}

/** How many more files an answer may hold; Infinity without a maximum. */
export function filesLeft({ field, media }: Pick<Answer, 'field' | 'media'>): number {
  const files = filesOf(field)
  if (files === null || field.max === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, field.max - media.filter(({ kind }) => kind === files).length)
}

/** Whether expressions, progress and reports see the same in both. */
export function sameContent(a: Answer, b: Answer): boolean {
  return sameAnswerValue(a, b) && (filesOf(b.field) === null || a.media.length === b.media.length)
}

/** The sentence for a mandatory answer that is missing. */
export function askingFor(field: TemplateField): Problem {
  return kindOf(field).asksFor?.(field) ?? { message: 'surveys.enterData' }
}

/** Whether a person answers fields of this type at all. */
export function isAnswerable(field: Typed): boolean {
  return kindOf(field).answerable
}

/** Whether the report has a row for it: all but notes. */
export function isReported(field: Typed): boolean {
  return kindOf(field).reported
}

/** Which half of `Given` carries the answers of this type. */
export function speaksBy(field: Typed): FieldKind['speaksBy'] {
  return kindOf(field).speaksBy
}

/** How many of its options may be chosen; null where a field of this type lists none. */
export function chooses(field: Typed): FieldKind['chooses'] {
  return kindOf(field).chooses
}

/** Whether its value is worked out from a calculation. */
export function isComputed(field: Typed): boolean {
  return kindOf(field).computed ?? false
}

/** Whether an answer may be copied to another place at all. */
export function isCopyable(field: Typed): boolean {
  return kindOf(field).copyable
}

export function isFreeNote(field: TemplateField): boolean {
  return kindOf(field).isFreeNote?.(field) ?? false
}

/** Whether each of the two takes what the other one was given. */
export function takesAnswersOf(field: Typed, other: Typed): boolean {
  const { family } = kindOf(field)
  return field.type === other.type || (family !== null && family === kindOf(other).family)
}

/**
 * Whether an answer has a place in the field of another version. Files without a value have one wherever files are the
 * answer on either side: a text field 'Photo of the panel' may have become a photo question.
 */
export function takesAnswer(field: TemplateField, answer: AnswerValue & Pick<Answer, 'field'>): boolean {
  if (takesAnswersOf(field, answer.field)) return true
  const isBlank = answer.value === '' && answer.values.length === 0
  const kind = filesOf(field) ?? filesOf(answer.field)
  return isBlank && kind !== null && field.media && answer.field.media
}

/** Whether the first such answer is shown beside the name of a closed part. */
export function isHint(field: Typed): boolean {
  return kindOf(field).hints ?? false
}

/** Whether it may be what tells a part from the others. */
export function identifies(field: TemplateField): boolean {
  return kindOf(field).identifies?.(field) ?? false
}

/** Whether its answers say where somebody stood. */
export function tellsPlace(field: Typed): boolean {
  return kindOf(field).tellsPlace ?? false
}

export function hasProperty(field: Typed, property: OwnProperty): boolean {
  return kindOf(field).properties.includes(property)
}

/** Every answer that there is, where the type itself has a list of them; else empty. */
export function answersOf(field: Typed): readonly { readonly value: string; readonly label: string }[] {
  return kindOf(field).answers?.() ?? []
}

/** What a condition can ask of its answers. */
export function comparedBy(field: Typed): Comparison {
  return kindOf(field).compared
}

/** What a report draws beside the text of an answer. */
export function partsOf(answer: Answer): AnswerParts {
  return kindOf(answer.field).parts?.(answer) ?? {}
}

/** An answer as expressions see it. */
export function nodeOf(answer: Answer): AnswerNode {
  return kindOf(answer.field).node(answer.field, answer)
}

/** An answer in words where its field is not at hand; '' where nothing was given. */
export function asPlainText(type: FieldType, given: AnswerValue): string {
  return kinds[type].asPlainText(given)
}

export function takesDefault(field: Typed): boolean {
  return kindOf(field).fromDefault !== null
}

/** What the text of a default gives; null where a field of this type takes none, or not this one. */
export function givenByDefault(field: TemplateField, text: string): AnswerValue | null {
  const raw = kindOf(field).fromDefault?.(field, text)
  if (!raw) return null
  const { given, refusal } = clean(field, raw)
  return refusal === null ? given : null
}

/** An answer to try a template with; empty where nobody answers the field. */
export function exampleFor(field: TemplateField, today: string): AnswerValue {
  return kindOf(field).example(field, today)
}

/** The type as an XLSForm has it. */
export function onPaper(type: FieldType): OnPaper {
  return kinds[type].onPaper
}

/** All types of which the given holds. */
export function typesWith(holds: (field: Typed) => boolean): readonly FieldType[] {
  return fieldTypes.filter((type) => holds({ type }))
}

/** What of `raw` this field accepts. The half that the field's type does not use is ignored. */
export function clean(field: TemplateField, raw: Partial<AnswerValue>): Cleaned {
  return kindOf(field).clean(field, { value: raw.value ?? '', values: raw.values ?? [] })
}

/**
 * What two people answered as one answer; null where the field's type has no such thing, where it would say no more
 * than one of the two, or where it does not fit.
 */
export function bothOf(field: TemplateField, own: AnswerValue, other: AnswerValue): AnswerValue | null {
  return allOf(field, [own, other])
}

/** The same of any number of answers, in their order; what is empty says nothing. */
export function allOf(field: TemplateField, answers: readonly AnswerValue[]): AnswerValue | null {
  const { both, isMissing } = kindOf(field)
  const [first, ...others] = answers.filter((given) => !isMissing(given))
  if (!both || !first || others.length === 0) return null
  let all = first
  for (const other of others) {
    const { given, refusal } = clean(field, both(all, other))
    if (!given || refusal) return null
    all = given
  }
  return answers.some((given) => sameAnswerValue(given, all)) ? null : all
}

/** Whether the first answer says all that the other does. */
export function containsAnswer(field: TemplateField, answer: AnswerValue, other: AnswerValue): boolean {
  const { both, isMissing } = kindOf(field)
  if (isMissing(other) || sameAnswerValue(answer, other)) return true
  const together = both && !isMissing(answer) && clean(field, both(answer, other)).given
  return together ? sameAnswerValue(together, answer) : false
}

/** Whether two answers to one field say the same. */
export function sameAnswerValue(a: AnswerValue, b: AnswerValue): boolean {
  return (
    a.value === b.value &&
    (a.values === b.values ||
      (a.values.length === b.values.length && a.values.every((value, index) => value === b.values[index])))
  )
}
