import type { FormDocument } from '#contract/templates/form-document.ts'
import {
  type FormField,
  type FormOption,
  type FormSection,
  fieldAt,
  type Place,
  withField,
} from './form-place.ts'

/** Options that several fields share by list name: each field stores them, and edits apply to all. */
export interface SharedList {
  readonly name: string
  readonly options: readonly FormOption[]
  readonly places: readonly Place[]
}

/** Returns the lists in document order; if the fields of a list disagree, the first field's options count. */
export function listsOf({ sections }: FormDocument): ReadonlyMap<string, SharedList> {
  const lists = new Map<string, SharedList>()
  for (const [section, { fields }] of sections.entries())
    for (const [place, { list, options = [] }] of fields.entries()) {
      if (list === undefined) continue
      const at = { section, field: place }
      const before = lists.get(list)
      lists.set(
        list,
        before ? { ...before, places: [...before.places, at] } : { name: list, options, places: [at] },
      )
    }
  return lists
}

/** Turns the field's options into a list with a unique name, which other fields can use. */
export function shareOptions(form: FormDocument, at: Place): FormDocument {
  const field = fieldAt(form, at)
  if (!field) return form
  return withField(form, at, {
    ...field,
    options: field.options ?? [],
    list: freeName(field.name, listsOf(form)),
  })
}

/** Replaces the field's options with the list's. */
export function applyList(form: FormDocument, at: Place, name: string): FormDocument {
  const field = fieldAt(form, at)
  const list = listsOf(form).get(name)
  return field && list ? withField(form, at, { ...field, options: [...list.options], list: name }) : form
}

/** Detaches the field from its list; its options stay. */
export function detachFromList(form: FormDocument, at: Place): FormDocument {
  const field = fieldAt(form, at)
  return field ? withField(form, at, withoutList(field)) : form
}

/** Renames a list in all its fields. Ignores an empty or existing name. */
export function renameList(form: FormDocument, before: string, name: string): FormDocument {
  if (name === '' || listsOf(form).has(name)) return form
  return eachOf(form, before, (field) => ({ ...field, list: name }))
}

/** Sets the options of every field that uses the list. */
export function withListOptions(
  form: FormDocument,
  list: string,
  options: FormField['options'],
): FormDocument {
  return eachOf(form, list, (field) => ({ ...field, options }))
}

/** Renames lists of an inserted section that conflict with this template's lists. */
export function withUniqueListNames(form: FormDocument, section: FormSection): FormSection {
  const ours = listsOf(form)
  let own: FormDocument = { ...form, sections: [section] }
  for (const [name, { options }] of listsOf(own)) {
    const here = ours.get(name)
    if (here && JSON.stringify(here.options) !== JSON.stringify(options))
      own = renameList(own, name, freeName(name, new Map([...ours, ...listsOf(own)])))
  }
  return own.sections[0] ?? section
}

export function withoutList({ list: _, ...field }: FormField): FormField {
  return field
}

function freeName(wish: string, taken: ReadonlyMap<string, unknown>): string {
  const name = wish.trim() === '' ? 'list' : wish.trim()
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.has(free)) return free
  }
}

function eachOf(form: FormDocument, list: string, change: (field: FormField) => FormField): FormDocument {
  const sections = form.sections.map((section) =>
    section.fields.some((field) => field.list === list)
      ? { ...section, fields: section.fields.map((field) => (field.list === list ? change(field) : field)) }
      : section,
  )
  return { ...form, sections }
}
