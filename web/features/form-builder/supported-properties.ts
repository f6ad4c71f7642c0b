import type { FieldType } from '#contract/templates/field-types.ts'
import type { FieldChange } from '#survey/builder/edit-fields.ts'
import type { FormField } from '#survey/builder/form-place.ts'
import type { OwnProperty } from '#survey/fields/kind.ts'
import {
  acceptsDefault,
  chooses,
  filesOf,
  hasProperty,
  isAnswerable,
  isComputed,
  isReported,
} from '#survey/fields/registry.ts'

type Property = keyof FieldChange
type Typed = { readonly type: FieldType }

/** Which fields have each shared property. Types declare their own properties. */
const holders: Partial<Record<Property, (field: Typed) => boolean>> = {
  // Of a calculation: the words that it comes to.
  options: (field) => isChoice(field) || isComputed(field),
  list: isChoice,
  choiceFilter: isChoice,
  // Fields without answers have no answer rules.
  mandatory: isAnswerable,
  requiredIf: isAnswerable,
  constraint: isAnswerable,
  constraintMessage: isAnswerable,
  default: acceptsDefault,
  defaultExpression: acceptsDefault,
  // Media questions always accept files.
  media: (field) => isReported(field) && filesOf(field) === null,
  ...own('dropdownOf', 'adds', 'dictation', 'maxLength', 'unit', 'min', 'max', 'reasonOn', 'calculation'),
}

function own(...names: readonly OwnProperty[]): Partial<Record<OwnProperty, (field: Typed) => boolean>> {
  return Object.fromEntries(names.map((name) => [name, (field: Typed) => hasProperty(field, name)]))
}

function isChoice(field: Typed): boolean {
  return chooses(field) !== null
}

export function supportsProperty(type: FieldType, property: Property): boolean {
  return holders[property]?.({ type }) ?? true
}

/**
 * Changes the type and removes properties the new type lacks. Otherwise hidden properties could cause faults.
 */
export function changeType(field: FormField, type: FieldType): FieldChange {
  const gone = Object.keys(field).filter((key) => key !== 'key' && !supportsProperty(type, key as Property))
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), type }
}
