import type { FieldType } from '#contract/templates/field-types.ts'
import type { FieldChange } from '#survey/builder/edit-fields.ts'
import type { FormField } from '#survey/builder/place.ts'
import type { OwnProperty } from '#survey/fields/kind.ts'
import {
  chooses,
  filesOf,
  hasProperty,
  isAnswerable,
  isReported,
  takesDefault,
} from '#survey/fields/registry.ts'

type Property = keyof FieldChange
type Typed = { readonly type: FieldType }

/** Who has a property that not all fields have. Its own ones a type names itself. */
const holders: Partial<Record<Property, (field: Typed) => boolean>> = {
  options: isChoice,
  list: isChoice,
  choiceFilter: isChoice,
  // What has no answer of its own has nothing that rules it.
  mandatory: isAnswerable,
  requiredIf: isAnswerable,
  constraint: isAnswerable,
  constraintMessage: isAnswerable,
  default: takesDefault,
  defaultExpression: takesDefault,
  // Questions for photos always take them.
  media: (field) => isReported(field) && filesOf(field) === null,
  ...own('dropdownOf', 'adds', 'dictation', 'maxLength', 'unit', 'min', 'max', 'reasonOn', 'calculation'),
}

function own(...names: readonly OwnProperty[]): Partial<Record<OwnProperty, (field: Typed) => boolean>> {
  return Object.fromEntries(names.map((name) => [name, (field: Typed) => hasProperty(field, name)]))
}

function isChoice(field: Typed): boolean {
  return chooses(field) !== null
}

export function fits(type: FieldType, property: Property): boolean {
  return holders[property]?.({ type }) ?? true
}

/** To another type: what that has no use for goes, lest it be found fault with where nobody sees it. */
export function ofType(field: FormField, type: FieldType): FieldChange {
  const gone = Object.keys(field).filter((key) => key !== 'key' && !fits(type, key as Property))
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), type }
}
