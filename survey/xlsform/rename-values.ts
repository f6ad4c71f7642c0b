import type { FormDocument } from '#contract/templates/form-document.ts'
import { referencesIn, withConditions, withExpressions } from '../builder/rename-key.ts'
import { withLiterals } from './literals.ts'

/** For the field at a place: option names in expressions, and their replacements. */
export type ValueNames = (section: number, field: number) => ReadonlyMap<string, string>

const none: ReadonlyMap<string, string> = new Map()

/** Renames option values in all expressions that refer to their fields. */
export function renameValues(form: FormDocument, names: ValueNames): FormDocument {
  const places = new Map<string, (readonly [number, number])[]>()
  for (const [index, { fields }] of form.sections.entries())
    for (const [place, { key }] of fields.entries())
      if (names(index, place).size > 0) places.set(key, [...(places.get(key) ?? []), [index, place]])
  if (places.size === 0) return form
  const sections = form.sections.map((section, index) => {
    const known = (key: string) => {
      const found = places.get(key) ?? []
      const [section_, field_] = found.find(([own]) => own === index) ?? found[0] ?? []
      return section_ === undefined || field_ === undefined ? [] : [...names(section_, field_)]
    }
    const renamed = (source: string, own: ReadonlyMap<string, string>) =>
      withLiterals(source, new Map([...own, ...referencesIn(source).flatMap(({ text }) => known(text))]))
    return {
      ...withConditions(section, (source) => renamed(source, none)),
      fields: section.fields.map((field, place) =>
        withExpressions(field, (source) => renamed(source, names(index, place))),
      ),
    }
  })
  return { ...form, sections }
}
