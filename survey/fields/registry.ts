import type { FieldType } from '#contract/field-types.ts'
import type { Answer } from '../survey.ts'
import type { TemplateField } from '../template.ts'
import { barcode } from './barcode.ts'
import { checkbox } from './checkbox.ts'
import { date, dateTime } from './date.ts'
import { decimal } from './decimal.ts'
import { dynamicDropdown } from './dynamic-dropdown.ts'
import type { Cleaned, FieldKind, Given, Problem } from './kind.ts'
import { numeric } from './numeric.ts'
import { position } from './position.ts'
import { radio } from './radio.ts'
import { select } from './select.ts'
import { signature } from './signature.ts'
import { calculated, note, unsupported } from './silent.ts'
import { longText, text } from './text.ts'
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
  note,
  calculated,
}

function kindOf({ type, unsupported: isUnsupported }: TemplateField): FieldKind {
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
export function ownProblem({ field, value, values }: Answer): Problem | null {
  return kindOf(field).problem?.(field, { value, values }) ?? null
}

/** Whether a person answers fields of this type at all. */
export function asks(field: TemplateField): boolean {
  return kindOf(field).asks
}

/** Whether the report has a row for it: all but notes. */
export function isReported(field: TemplateField): boolean {
  return kindOf(field).reported
}

/** Which half of `Given` carries the answers of this type. */
export function speaksBy(field: TemplateField): FieldKind['speaksBy'] {
  return kindOf(field).speaksBy
}

/** What of `raw` this field accepts. The half that the field's type does not use is ignored. */
export function clean(field: TemplateField, raw: Partial<Given>): Cleaned {
  return kindOf(field).clean(field, { value: raw.value ?? '', values: raw.values ?? [] })
}

/**
 * What two people answered as one answer; null where the field's type has no such thing, where it would say no more
 * than one of the two, or where it does not fit.
 */
export function bothOf(field: TemplateField, own: Given, other: Given): Given | null {
  return allOf(field, [own, other])
}

/** The same of any number of answers, in their order; what is empty says nothing. */
export function allOf(field: TemplateField, answers: readonly Given[]): Given | null {
  const { both, isMissing } = kindOf(field)
  const [first, ...others] = answers.filter((given) => !isMissing(given))
  if (!both || !first || others.length === 0) return null
  let all = first
  for (const other of others) {
    const { given, refusal } = clean(field, both(all, other))
    if (!given || refusal) return null
    all = given
  }
  return answers.some((given) => sameGiven(given, all)) ? null : all
}

/** Whether the first answer says all that the other does. */
export function saysAllOf(field: TemplateField, answer: Given, other: Given): boolean {
  const { both, isMissing } = kindOf(field)
  if (isMissing(other) || sameGiven(answer, other)) return true
  const together = both && !isMissing(answer) && clean(field, both(answer, other)).given
  return together ? sameGiven(together, answer) : false
}

/** Whether two answers to one field say the same. */
export function sameGiven(a: Given, b: Given): boolean {
  return (
    a.value === b.value &&
    (a.values === b.values ||
      (a.values.length === b.values.length && a.values.every((value, index) => value === b.values[index])))
  )
}
