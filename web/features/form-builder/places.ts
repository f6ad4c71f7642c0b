import type { FormDocument } from '#contract/templates/form-document.ts'
import { moveField } from '#survey/builder/edit-fields.ts'
import { moveSection } from '#survey/builder/edit-sections.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { fieldAt, sectionAt } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Builder } from './builder.ts'

/** Element id of the name input. */
export function nameId({ section, field }: Place): string {
  return field === null ? `builder-section-${section}` : `builder-field-${section}-${field}`
}

/** The name, or 'Unnamed'. */
export function nameAt(form: FormDocument, at: Place): string {
  const one = at.field === null ? sectionAt(form, at) : fieldAt(form, at)
  return one?.name || t('builder.unnamed')
}

/** Moves by one position. A field at the edge of its section moves into the next section. */
export function moveBy(builder: Builder, at: Place, by: 1 | -1): void {
  const { form } = builder
  const name = nameAt(form, at)
  if (at.field === null) {
    const to = at.section + by
    if (to < 0 || to >= form.sections.length) return
    const announced = t('builder.moved', { name, place: to + 1, total: form.sections.length })
    builder.edit(moveSection(form, at.section, to), { announced, focus: true })
    return
  }
  const total = form.sections[at.section]?.fields.length ?? 0
  const field = at.field + by
  if (field >= 0 && field < total) {
    const announced = t('builder.moved', { name, place: field + 1, total })
    builder.edit(moveField(form, at, { ...at, field }), { announced, focus: true })
  } else moveTo(builder, at, at.section + by, by === 1 ? 0 : null)
}

/** Moves the item to another section: to the given position, or to its end. */
export function moveTo(builder: Builder, at: Place, section: number, field: number | null = null): void {
  const { form } = builder
  if (!form.sections[section]) return
  const announced = t('builder.movedTo', {
    name: nameAt(form, at),
    section: nameAt(form, { section, field: null }),
  })
  builder.edit(moveField(form, at, { section, field }), { announced, focus: true })
}

/** Registers rows for dragging. */
export interface Drag {
  /** Returns a function that unregisters the row. */
  readonly register: (element: Element, place: Place) => () => void
}

/**
 * Moves the dragged item to the position of its drop target. A field dropped on a section's header goes to
 * its start, or to the end of another section.
 */
export function dropOn(builder: Builder, from: Place, on: Place): void {
  const { form } = builder
  if (from.section === on.section && (from.field === on.field || from.field === null)) return
  const name = nameAt(form, from)
  if (from.field === null) {
    const announced = t('builder.moved', { name, place: on.section + 1, total: form.sections.length })
    builder.edit(moveSection(form, from.section, on.section), { announced })
  } else if (on.section === from.section) {
    const field = on.field ?? 0
    const total = form.sections[on.section]?.fields.length ?? 0
    const announced = t('builder.moved', { name, place: field + 1, total })
    builder.edit(moveField(form, from, { section: on.section, field }), { announced })
  } else {
    const section = nameAt(form, { section: on.section, field: null })
    builder.edit(moveField(form, from, on), { announced: t('builder.movedTo', { name, section }) })
  }
}
