import type { FormDocument } from '#contract/templates/form-document.ts'
import { type FormField, type FormOption, type FormSection, fieldAt, type Place, withField } from './place.ts'

/** Options that several fields share by the name of their list: each field holds them, and they change together. */
export interface SharedList {
  readonly name: string
  readonly options: readonly FormOption[]
  readonly places: readonly Place[]
}

/** In the document's order; where the fields of one disagree the first one's options stand. */
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

/** Its options become a list, which other fields can use; the name is made one that no other list has. */
export function shareOptions(form: FormDocument, at: Place): FormDocument {
  const field = fieldAt(form, at)
  if (!field) return form
  return withField(form, at, {
    ...field,
    options: field.options ?? [],
    list: freeName(field.name, listsOf(form)),
  })
}

/** The field offers what the list does, in place of what it offered. */
export function followList(form: FormDocument, at: Place, name: string): FormDocument {
  const field = fieldAt(form, at)
  const list = listsOf(form).get(name)
  return field && list ? withField(form, at, { ...field, options: [...list.options], list: name }) : form
}

/** The field keeps what it offers and follows no list any more. */
export function makeOwn(form: FormDocument, at: Place): FormDocument {
  const field = fieldAt(form, at)
  return field ? withField(form, at, ofItsOwn(field)) : form
}

/** Everywhere; a name that another list has, or none, is not taken. */
export function renameList(form: FormDocument, before: string, name: string): FormDocument {
  if (name === '' || listsOf(form).has(name)) return form
  return eachOf(form, before, (field) => ({ ...field, list: name }))
}

/** Every field of the list offers these. */
export function withListOptions(
  form: FormDocument,
  list: string,
  options: FormField['options'],
): FormDocument {
  return eachOf(form, list, (field) => ({ ...field, options }))
}

/** A section that comes from elsewhere: a list that says something else here gets another name there. */
export function withFreeLists(form: FormDocument, section: FormSection): FormSection {
  const ours = listsOf(form)
  let own: FormDocument = { ...form, sections: [section] }
  for (const [name, { options }] of listsOf(own)) {
    const here = ours.get(name)
    if (here && JSON.stringify(here.options) !== JSON.stringify(options))
      own = renameList(own, name, freeName(name, new Map([...ours, ...listsOf(own)])))
  }
  return own.sections[0] ?? section
}

export function ofItsOwn({ list: _, ...field }: FormField): FormField {
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
