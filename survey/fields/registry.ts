import type { Answer } from '../survey.ts'
import type { FieldType, TemplateField } from '../template.ts'
import { checkbox } from './checkbox.ts'
import { dynamicDropdown } from './dynamic-dropdown.ts'
import type { Cleaned, FieldKind, Given } from './kind.ts'
import { numeric } from './numeric.ts'
import { radio } from './radio.ts'
import { select } from './select.ts'
import { text } from './text.ts'

/** A new field type does not compile until it is here. */
const kinds: Readonly<Record<FieldType, FieldKind>> = {
  text,
  numeric,
  checkbox,
  radio,
  select,
  dynamic_dropdown: dynamicDropdown,
}

export function isMissing(answer: Answer): boolean {
  return kinds[answer.field.type].isMissing(answer)
}

/** The answer as a report shows it; '' where nothing was given. */
export function asText(answer: Answer): string {
  return kinds[answer.field.type].asText(answer)
}

/** What of `raw` this field accepts. The half that the field's type does not use is ignored. */
export function clean(field: TemplateField, raw: Partial<Given>): Cleaned {
  return kinds[field.type].clean(field, { value: raw.value ?? '', values: raw.values ?? [] })
}

/** Whether two answers to one field say the same. */
export function sameGiven(a: Given, b: Given): boolean {
  return (
    a.value === b.value &&
    (a.values === b.values ||
      (a.values.length === b.values.length && a.values.every((value, index) => value === b.values[index])))
  )
}
