import type { FormDocument } from '#contract/templates/form-document.ts'
import { wholeCondition } from '../logic/whole-condition.ts'
import { withoutUndefined } from './edit-sections.ts'
import { type FormField, type FormSection, withSection } from './form-place.ts'

export type SharedCondition = NonNullable<FormSection['conditions']>[number]

/** Adds a shared condition without fields. Appends a number to `name` if the section has it already. */
export function addCondition(form: FormDocument, section: number, name: string): FormDocument {
  return change(form, section, (before) => {
    const taken = new Set((before.conditions ?? []).map((one) => one.name))
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`
    return { ...before, conditions: [...(before.conditions ?? []), { name: free, showIf: '' }] }
  })
}

export function changeCondition(
  form: FormDocument,
  section: number,
  index: number,
  showIf: string,
): FormDocument {
  return change(form, section, (before) => ({
    ...before,
    conditions: (before.conditions ?? []).map((one, place) => (place === index ? { ...one, showIf } : one)),
  }))
}

/** Renames the condition in its fields too. Ignores an empty name and the name of another condition. */
export function renameCondition(
  form: FormDocument,
  section: number,
  index: number,
  name: string,
): FormDocument {
  return change(form, section, (before) => {
    const { conditions = [] } = before
    const old = conditions[index]
    if (!old || name === '' || conditions.some((one) => one.name === name)) return before
    return {
      ...before,
      conditions: conditions.with(index, { ...old, name }),
      fields: before.fields.map((field) =>
        field.condition === old.name ? { ...field, condition: name } : field,
      ),
    }
  })
}

/** Removes the condition from its fields too, which keep only their own condition. */
export function removeCondition(form: FormDocument, section: number, index: number): FormDocument {
  return change(form, section, (before) => {
    const conditions = (before.conditions ?? []).toSpliced(index, 1)
    const gone = before.conditions?.[index]?.name
    return withoutUndefined({
      ...before,
      conditions: conditions.length > 0 ? conditions : undefined,
      fields: before.fields.map((field) =>
        field.condition === gone ? withoutUndefined({ ...field, condition: undefined }) : field,
      ),
    })
  })
}

/** Makes exactly these fields, by their places, follow the condition. */
export function assignCondition(
  form: FormDocument,
  section: number,
  name: string,
  places: ReadonlySet<number>,
): FormDocument {
  return change(form, section, (before) => ({
    ...before,
    fields: before.fields.map((field, place) => {
      if (places.has(place)) return field.condition === name ? field : { ...field, condition: name }
      return field.condition === name ? withoutUndefined({ ...field, condition: undefined }) : field
    }),
  }))
}

/** Returns the field with the shared condition merged into its own, for use in another section. */
export function withOwnCondition(section: FormSection, field: FormField): FormField {
  if (field.condition === undefined) return field
  return withoutUndefined({ ...field, condition: undefined, showIf: wholeCondition(section, field) })
}

function change(form: FormDocument, index: number, to: (section: FormSection) => FormSection): FormDocument {
  const section = form.sections[index]
  return section ? withSection(form, index, to(section)) : form
}
