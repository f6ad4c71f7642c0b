import type { FormDocument } from '#contract/templates/form-document.ts'

export type FormSection = FormDocument['sections'][number]
export type FormField = FormSection['fields'][number]
export type FormOption = NonNullable<FormField['options']>[number]

/**
 * A position in a template, counted from 0. Positions, because keys may be missing or duplicate while
 * editing.
 */
export interface Place {
  readonly section: number
  /** null = the section itself. */
  readonly field: number | null
}

/** A template after an edit, and the new place of the edited item. */
export interface Edited {
  readonly form: FormDocument
  readonly at: Place
}

export function sectionAt(form: FormDocument, { section }: Place): FormSection | undefined {
  return form.sections[section]
}

export function fieldAt(form: FormDocument, { section, field }: Place): FormField | undefined {
  return field === null ? undefined : form.sections[section]?.fields[field]
}

/**
 * Finds the same item, by key, in another document. If it is gone, returns its section or the nearest place.
 */
export function samePlace(before: FormDocument, at: Place, now: FormDocument): Place {
  const section = sectionAt(before, at)
  if (!section) return at
  const index = now.sections.findIndex(({ key }) => key === section.key)
  if (index < 0) return { section: Math.max(0, Math.min(at.section, now.sections.length - 1)), field: null }
  const key = fieldAt(before, at)?.key
  const field = now.sections[index]?.fields.findIndex((one) => one.key === key) ?? -1
  return { section: index, field: field < 0 ? null : field }
}

/** Replaces a section; all others keep their identity (`===`). */
export function withSection(form: FormDocument, index: number, section: FormSection): FormDocument {
  return { ...form, sections: form.sections.with(index, section) }
}

export function withField(form: FormDocument, { section, field }: Place, now: FormField): FormDocument {
  const before = form.sections[section]
  if (!before || field === null || !before.fields[field]) return form
  return withSection(form, section, { ...before, fields: before.fields.with(field, now) })
}
