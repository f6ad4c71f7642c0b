import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { type Edited, type FormSection, withSection } from './form-place.ts'
import { keyFrom, keysOf, uniqueKey } from './keys.ts'
import { renameKey } from './rename-key.ts'
import { withUniqueListNames } from './shared-lists.ts'

export type SectionChange = Partial<Omit<FormSection, 'key' | 'fields'>>

/** Inserts a section after the one at `after`; -1 = at the beginning. */
export function addSection(form: FormDocument, after: number, name = ''): Edited {
  const key = uniqueKey(keyFrom(name, 'section'), keysOf(form))
  return inserted(form, after + 1, { key, name, fields: [] })
}

export function changeSection(form: FormDocument, index: number, change: SectionChange): FormDocument {
  const section = form.sections[index]
  return section ? withSection(form, index, withoutUndefined({ ...section, ...change })) : form
}

export function moveSection(form: FormDocument, from: number, to: number): Edited {
  const section = form.sections[from]
  const at = Math.max(0, Math.min(to, form.sections.length - 1))
  if (!section || from === at) return { form, at: { section: from, field: null } }
  const sections = form.sections.toSpliced(from, 1).toSpliced(at, 0, section)
  return { form: { ...form, sections }, at: { section: at, field: null } }
}

export function removeSection(form: FormDocument, index: number): Edited {
  const sections = form.sections.filter((_, place) => place !== index)
  const left = Math.max(0, Math.min(index, sections.length - 1))
  return { form: { ...form, sections }, at: { section: left, field: null } }
}

/** Inserts a copy with its own keys after the section; its conditions refer to the copied fields. */
export function duplicateSection(form: FormDocument, index: number): Edited {
  const section = form.sections[index]
  return section ? insertSection(form, index, section) : { form, at: { section: index, field: null } }
}

/**
 * Inserts a section of any template after the one at `after`. Keys and list names that conflict with this
 * template are renamed, also in expressions.
 */
export function insertSection(form: FormDocument, after: number, section: FormSection): Edited {
  let own: FormDocument = { ...form, sections: [withUniqueListNames(form, section)] }
  const theirs = keysOf(form)
  const taken = new Set([...theirs, ...keysOf(own)])
  const rename = (key: string, field: number | null) => {
    if (!theirs.has(key)) return
    const free = uniqueKey(key, taken)
    taken.add(free)
    own = renameKey(own, { section: 0, field }, free)
  }
  for (const [field, { key }] of section.fields.entries()) rename(key, field)
  rename(section.key, null)
  const [made] = own.sections
  return inserted(form, after + 1, made ?? section)
}

function inserted(form: FormDocument, index: number, section: FormSection): Edited {
  const sections = form.sections.toSpliced(index, 0, section)
  return { form: { ...form, sections }, at: { section: index, field: null } }
}

/** Removes undefined properties; returns the same item if there are none. */
export function withoutUndefined<Item extends object>(item: Item): Item {
  return Object.values(item).includes(undefined) ? (omitUndefined(item) as Item) : item
}
