import type { FieldType } from '#contract/field-types.ts'
import type { FieldChange } from '#survey/builder/edit-fields.ts'
import type { FormField } from '#survey/builder/place.ts'

type Property = keyof FieldChange

const choices: readonly FieldType[] = ['checkbox', 'radio', 'select']
const texts: readonly FieldType[] = ['text', 'long_text']
const numbers: readonly FieldType[] = ['numeric', 'decimal']

/** Properties that only some types have; the others have all of them. */
const only: Partial<Record<Property, readonly FieldType[]>> = {
  options: choices,
  list: choices,
  choiceFilter: choices,
  dropdownOf: ['dynamic_dropdown'],
  adds: ['text'],
  dictation: texts,
  maxLength: texts,
  unit: ['decimal', 'calculated'],
  min: numbers,
  max: numbers,
  reasonOn: ['yes_no'],
  calculation: ['calculated'],
}

/** Those that have no answer of their own have nothing that rules it. */
const ofAnswers: ReadonlySet<Property> = new Set(['mandatory', 'default', 'constraint', 'constraintMessage'])
const withoutDefault: readonly FieldType[] = ['signature', 'position', 'dynamic_dropdown']

export function fits(type: FieldType, property: Property): boolean {
  if (ofAnswers.has(property) && (type === 'note' || type === 'calculated')) return false
  if (property === 'default' && withoutDefault.includes(type)) return false
  if (property === 'media' && type === 'note') return false
  return only[property]?.includes(type) ?? true
}

/** To another type: what that has no use for goes, lest it be found fault with where nobody sees it. */
export function ofType(field: FormField, type: FieldType): FieldChange {
  const gone = Object.keys(field).filter((key) => key !== 'key' && !fits(type, key as Property))
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), type }
}
