import type { FormDocument } from '#contract/templates/form-document.ts'
import { described, optionValue, plainOption } from './builder/form-options.ts'
import type { FormField, FormOption } from './builder/form-place.ts'

interface Labelled {
  readonly label: string
  readonly id?: string | undefined
}

/** Returns the id of each option: its own, otherwise its label, numbered if another option has that id. */
export function optionIds(options: readonly Labelled[]): readonly string[] {
  const taken = new Set(options.flatMap(({ id }) => id ?? []))
  if (taken.size === 0) return options.map(({ label }) => label)
  const labels = new Set(options.map(({ label }) => label))
  return options.map(({ id, label }) => {
    if (id !== undefined) return id
    if (!taken.has(label)) return label
    for (let number = 2; ; number += 1) {
      const free = `${label} (${number})`
      if (taken.has(free) || labels.has(free)) continue
      taken.add(free)
      return free
    }
  })
}

/**
 * Assigns the ids of the published version to the draft's options, so answers stay valid. Matches by id, then
 * value (XLSForm's `name`), then label.
 */
export function withOptionIds(form: FormDocument, published: FormDocument | null): FormDocument {
  if (!published) return form
  /** Fields of a shared list must keep equal options. */
  const shared = new Map<string, readonly FormOption[]>()
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => {
        if (!field.options) return field
        const list = field.list === undefined ? null : JSON.stringify([field.list, field.options])
        const known = list === null ? undefined : shared.get(list)
        const before = known ? undefined : publishedField(published, section.key, field.key)?.options
        const options = known ?? (before && matched(field.options, before))
        if (!options) return field
        if (list !== null) shared.set(list, options)
        return { ...field, options: [...options] }
      }),
    })),
  }
}

/**
 * Finds a field of a version by its section's key and its own; a moved field by its own key if that is
 * unique.
 */
export function publishedField(published: FormDocument, section: string, key: string): FormField | undefined {
  const own = published.sections.find((one) => one.key === section)?.fields.find((one) => one.key === key)
  if (own) return own
  const all = published.sections.flatMap(({ fields }) => fields.filter((one) => one.key === key))
  return all.length === 1 ? all[0] : undefined
}

/** Returns the ids of options, which answers store. */
export function idsOf(options: readonly FormOption[]): readonly string[] {
  return optionIds(options.map(described))
}

function matched(options: readonly FormOption[], before: readonly FormOption[]): readonly FormOption[] {
  const ids = idsOf(before)
  const known = before.map((option, index) => ({
    id: ids[index] ?? '',
    label: described(option).label,
    value: optionValue(option),
  }))
  const taken = new Set(options.flatMap((option) => described(option).id ?? []))
  const found: (string | undefined)[] = options.map((option) => described(option).id)
  const match = (index: number, is: (one: (typeof known)[number]) => boolean) => {
    if (found[index] !== undefined) return
    const same = known.find((one) => !taken.has(one.id) && is(one))
    if (!same) return
    found[index] = same.id
    taken.add(same.id)
  }
  for (const [index, option] of options.entries()) {
    const { value } = described(option)
    if (value !== undefined) match(index, (one) => one.value === value)
  }
  for (const [index, option] of options.entries())
    match(index, ({ label }) => label === described(option).label)
  for (const [index, option] of options.entries()) match(index, ({ value }) => value === optionValue(option))
  const all = optionIds(options.map((option, index) => ({ ...described(option), id: found[index] })))
  return options.map((option, index) => {
    const { id: _, ...said } = described(option)
    const id = all[index]
    return plainOption(id === undefined || id === said.label ? said : { ...said, id })
  })
}
