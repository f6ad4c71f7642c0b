import type { FormDocument } from '#contract/templates/form-document.ts'
import { withoutUndefined } from './edit-sections.ts'
import {
  type Edited,
  type FormField,
  fieldAt,
  type Place,
  sectionAt,
  withField,
  withSection,
} from './form-place.ts'
import { followsName, keyFrom, keysOf, uniqueKey } from './keys.ts'
import { renameKey } from './rename-key.ts'
import { withOwnCondition } from './shared-conditions.ts'
import { withListOptions } from './shared-lists.ts'

export type FieldChange = Partial<Omit<FormField, 'key'>>

/** Inserts a field after the place, or at the end of a section. */
export function addField(form: FormDocument, after: Place, field: Omit<FormField, 'key'>): Edited {
  return addFields(form, after, [field])
}

/** Inserts fields in order; `at` is the last of them. */
export function addFields(
  form: FormDocument,
  after: Place,
  fields: readonly Omit<FormField, 'key'>[],
): Edited {
  const section = sectionAt(form, after)
  if (!section || fields.length === 0) return { form, at: after }
  const taken = new Set(keysOf(form))
  const made = fields.map((field): FormField => {
    const key = uniqueKey(keyFrom(field.name, 'field'), taken)
    taken.add(key)
    return { ...field, key }
  })
  const index = after.field === null ? section.fields.length : after.field + 1
  const now = { ...section, fields: section.fields.toSpliced(index, 0, ...made) }
  return {
    form: withSection(form, after.section, now),
    at: { section: after.section, field: index + made.length - 1 },
  }
}

/** Changes a field. New options of a shared list apply to every field that uses it. */
export function changeField(form: FormDocument, at: Place, change: FieldChange): FormDocument {
  const field = fieldAt(form, at)
  if (!field) return form
  const changed = withField(form, at, withoutUndefined({ ...field, ...change }))
  const shared = 'options' in change && !('list' in change) ? field.list : undefined
  return shared === undefined ? changed : withListOptions(changed, shared, change.options)
}

/**
 * Renames a section or field. Its key follows the name unless the author chose a key or a published version
 * has it (`isSettled`), because answers are matched by key.
 */
export function rename(
  form: FormDocument,
  at: Place,
  name: string,
  isSettled: (section: string, field: string | null) => boolean,
): FormDocument {
  const section = sectionAt(form, at)
  const field = fieldAt(form, at)
  const one = at.field === null ? section : field
  if (!section || !one) return form
  const named = field
    ? withField(form, at, { ...field, name })
    : withSection(form, at.section, { ...section, name })
  const other = at.field === null ? 'section' : 'field'
  if (isSettled(section.key, field?.key ?? null) || !followsName(one.key, one.name, other)) return named
  const taken = new Set(keysOf(form))
  taken.delete(one.key)
  return renameKey(named, at, uniqueKey(keyFrom(name, other), taken))
}

/** Moves a field to a place in any section, counted without the field itself. */
export function moveField(form: FormDocument, from: Place, to: Place): Edited {
  const field = fieldAt(form, from)
  const source = sectionAt(form, from)
  const target = sectionAt(form, to)
  if (!field || from.field === null || !source || !target) return { form, at: from }
  const without = withSection(form, from.section, {
    ...source,
    fields: source.fields.toSpliced(from.field, 1),
  })
  const left = sectionAt(without, to)?.fields ?? []
  const index = Math.max(0, Math.min(to.field ?? left.length, left.length))
  const own = from.section === to.section ? field : withOwnCondition(source, field)
  const moved = withSection(without, to.section, { ...target, fields: left.toSpliced(index, 0, own) })
  return { form: moved, at: { section: to.section, field: index } }
}

export function removeField(form: FormDocument, at: Place): Edited {
  const section = sectionAt(form, at)
  if (!section || at.field === null) return { form, at }
  const fields = section.fields.toSpliced(at.field, 1)
  const field = fields.length === 0 ? null : Math.min(at.field, fields.length - 1)
  return { form: withSection(form, at.section, { ...section, fields }), at: { ...at, field } }
}

/** Inserts a copy with its own key after the field. */
export function duplicateField(form: FormDocument, at: Place): Edited {
  const field = fieldAt(form, at)
  const section = sectionAt(form, at)
  if (!field || !section || at.field === null) return { form, at }
  const copy = { ...field, key: uniqueKey(field.key, keysOf(form)) }
  const fields = section.fields.toSpliced(at.field + 1, 0, copy)
  return { form: withSection(form, at.section, { ...section, fields }), at: { ...at, field: at.field + 1 } }
}
