import type { FormChange } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { described, optionValue } from './builder/form-options.ts'
import type { FormOption } from './builder/form-place.ts'
import { textIn } from './translate.ts'

type Section = FormDocument['sections'][number]

/**
 * Returns the changes from the older to the newer document, in the newer one's order, removals last. Sections
 * and fields are matched by key; a field in another section counts as another field.
 */
export function formDifference(older: FormDocument, newer: FormDocument): readonly FormChange[] {
  const is = new Set(newer.sections.flatMap(placesOf).map(placeKey))
  const gone = older.sections.flatMap(placesOf).filter((place) => !is.has(placeKey(place)))
  const form = { section: '', field: null, name: newer.name }
  const moved = movedKeys(older.sections, newer.sections)
  return [
    ...propertyChanges(form, withoutSections(older), withoutSections(newer)),
    ...newer.sections.flatMap((section) => sectionChanges(older, section, moved)),
    ...gone.map((place) => changeAt(place, 'removed')),
  ]
}

interface Place {
  readonly section: string
  /** null = the section itself. */
  readonly field: string | null
  readonly name: string
}

function placesOf(section: Section): readonly Place[] {
  return [
    placeOf(section),
    ...section.fields.map(({ key, name }) => ({ section: section.key, field: key, name })),
  ]
}

function placeOf({ key, name }: Section): Place {
  return { section: key, field: null, name }
}

function placeKey({ section, field }: Place): string {
  return JSON.stringify([section, field])
}

type Moved = ReadonlyMap<string, { readonly from: number; readonly to: number }>

function sectionChanges(older: FormDocument, section: Section, moved: Moved): readonly FormChange[] {
  const before = older.sections.find(({ key }) => key === section.key)
  const place = placeOf(section)
  const movedFields = movedKeys(before?.fields ?? [], section.fields)
  return [
    ...(before
      ? [
          ...moveOf(place, moved.get(section.key)),
          ...propertyChanges(place, withoutFields(before), withoutFields(section)),
        ]
      : [changeAt(place, 'added')]),
    ...section.fields.flatMap((field) => {
      const at = { section: section.key, field: field.key, name: field.name }
      const old = before?.fields.find(({ key }) => key === field.key)
      if (!old) return [changeAt(at, 'added')]
      return [...moveOf(at, movedFields.get(field.key)), ...propertyChanges(at, old, field)]
    }),
  ]
}

function moveOf(place: Place, move: { from: number; to: number } | undefined): readonly FormChange[] {
  return move ? [{ ...changeAt(place, 'moved'), from: String(move.from), to: String(move.to) }] : []
}

/**
 * Returns the keys that moved among those in both lists, with places from 1. Items of a longest increasing
 * subsequence stay, so as few as possible count as moved.
 */
function movedKeys(before: readonly { key: string }[], after: readonly { key: string }[]): Moved {
  const places = new Map(before.map(({ key }, index) => [key, index]))
  const kept = after.flatMap(({ key }, to) => {
    const from = places.get(key)
    return from === undefined ? [] : [{ key, from, to }]
  })
  const stays = longestIncreasing(kept.map(({ from }) => from))
  return new Map(
    kept
      .filter((_, index) => !stays.has(index))
      .map(({ key, from, to }) => [key, { from: from + 1, to: to + 1 }]),
  )
}

/** Returns the indices of one longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const found = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) found.add(at)
  return found
}

function propertyChanges(place: Place, before: Texts, after: Texts): readonly FormChange[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((property): FormChange[] => {
    const [from = null, to = null] = [old.get(property), now.get(property)]
    if (from === to) return []
    const kind = property === 'name' ? 'renamed' : 'changed'
    return [{ ...changeAt(place, kind), property, from, to }]
  })
}

/** An item that may have options and translations. */
interface Texts {
  readonly name: string
  readonly options?: readonly FormOption[] | undefined
  readonly translations?: Readonly<Record<string, object>> | undefined
}

/** Converts properties to texts: options by label, all translations of one language as `translations.fr`. */
function propertiesOf({ options, translations = {}, ...rest }: Texts): ReadonlyMap<string, string> {
  const properties = Object.entries(rest).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, textOf(value)]],
  )
  const optionLabels = options?.map((option) => described(option).translations ?? {}) ?? []
  const languages = new Set([translations, ...optionLabels].flatMap((one) => Object.keys(one)))
  const texts = [...languages].map((language): [string, string] => {
    const own = Object.values(textIn(translations, language) ?? {})
    const labels = optionLabels.flatMap((one) => textIn(one, language) ?? [])
    return [`translations.${language}`, [...own, ...labels].join(' · ')]
  })
  return new Map([
    ...properties,
    ...(options ? [['options', options.map(optionText).join(', ')] as const] : []),
    ...texts,
  ])
}

function optionText(option: FormOption): string {
  const { label, columns } = described(option)
  const value = optionValue(option)
  const named = value === label ? label : `${label} (${value})`
  return columns ? `${named} ${JSON.stringify(columns)}` : named
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function changeAt(place: Place, kind: FormChange['kind']): FormChange {
  return { kind, ...place, property: null, from: null, to: null }
}

function withoutSections({ sections: _, schema: __, ...rest }: FormDocument) {
  return rest
}

function withoutFields({ fields: _, conditions, ...rest }: Section): Texts {
  const shared = conditions?.map(({ name, showIf }) => `${name}: ${showIf}`)
  return { ...rest, ...(shared && { conditions: shared }) }
}
