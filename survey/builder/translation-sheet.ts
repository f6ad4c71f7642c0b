import { type CsvRow, csvLine } from '#contract/rules/csv.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { plainText } from '#contract/rules/plain-text.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { columnLanguage, languageOfName } from '../languages.ts'
import { fieldAt, sectionAt } from './form-place.ts'
import {
  addLanguage,
  type FormText,
  isLong,
  longest,
  textsIn,
  translate,
  translationOf,
} from './translations.ts'

/** The word in the column 'what' for each property. */
const words = {
  name: 'label',
  description: 'description',
  addSimilarText: 'button',
  hint: 'hint',
  constraintMessage: 'message',
  option: 'option',
} as const satisfies Record<FormText['property'], string>

const places = ['section', 'field', 'what', 'text'] as const
/** The last columns: keys identify a place even if its name changes before the sheet is imported. */
const keys = ['section key', 'field key'] as const

/** Writes all texts with their translations as CSV, one row each, for a translator. */
export function writeTranslations(form: FormDocument): string {
  const { languages = [] } = form
  const rows = textsIn(form).map((text) => [
    ...placeOf(form, text, 'name'),
    words[text.property],
    text.text,
    ...languages.map((language) => translationOf(form, text, language)),
    ...placeOf(form, text, 'key'),
  ])
  return [[...places, ...languages.map(columnLanguage), ...keys], ...rows].map(csvLine).join('\r\n')
}

export type ReadTranslations =
  | { readonly kind: 'not-a-sheet' }
  | {
      readonly kind: 'read'
      readonly form: FormDocument
      /** Number of new or changed translations. */
      readonly changed: number
      /** Lines of the file that were not applied completely. */
      readonly leftOut: readonly number[]
    }

/**
 * Applies a translated sheet. Empty cells change nothing. A row is matched by its place and text, a language
 * by its column head. Without key columns, the section and field columns may hold keys or names.
 */
export function readTranslations(form: FormDocument, [head, ...rows]: readonly CsvRow[]): ReadTranslations {
  const columns = head?.cells.map((cell) => cell.trim()) ?? []
  const places_ = places.map((name) => columns.findIndex((column) => column.toLowerCase() === name))
  const [section = -1, field = -1, what = -1, own = -1] = places_
  const keys_ = keys.map((name) => columns.findIndex((column) => column.toLowerCase() === name))
  const at = keys_.includes(-1) ? [section, field] : keys_
  const languages = columns.flatMap((column, index) => {
    const language = [...places_, ...keys_].includes(index) ? '' : languageOfName(column)
    return language === '' ? [] : [[language, index] as const]
  })
  if (places_.includes(-1) || languages.length === 0) return { kind: 'not-a-sheet' }
  let now = languages.reduce((made, [language]) => addLanguage(made, language), form)
  const texts = textsByPlace(form)
  const leftOut: number[] = []
  let changed = 0
  for (const { line, cells } of rows) {
    const cell = (index: number) => cells[index] ?? ''
    const text = texts.get(keyOf([...at.map(cell), cell(what), cell(own)]))
    let isWhole = text !== undefined
    for (const [language, index] of text ? languages : []) {
      if (!text || cell(index).trim() === '') continue
      const given = isLong(text) ? plainText(cell(index)).trim() : oneLine(cell(index))
      const isTaken = given.length <= longest(text) && (now.languages?.includes(language) ?? false)
      isWhole &&= isTaken
      if (!isTaken || given === translationOf(now, text, language)) continue
      now = translate(now, text, language, given)
      changed += 1
    }
    if (!isWhole) leftOut.push(line)
  }
  return { kind: 'read', form: now, changed, leftOut }
}

/** Indexes texts by key, and by name where the name is unique. */
function textsByPlace(form: FormDocument): ReadonlyMap<string, FormText> {
  const texts = textsIn(form)
  const by = (property: 'key' | 'name') =>
    texts.map((text) => {
      const cells = [...placeOf(form, text, property), words[text.property], text.text]
      return [keyOf(cells), text] as const
    })
  const named = Map.groupBy(by('name'), ([key]) => key)
  return new Map([...[...named.values()].flatMap((same) => (same.length === 1 ? same : [])), ...by('key')])
}

function placeOf(form: FormDocument, text: FormText, property: 'key' | 'name'): readonly string[] {
  return [sectionAt(form, text)?.[property] ?? '', fieldAt(form, text)?.[property] ?? '']
}

/** Normalizes spaces and line ends, which spreadsheets change. */
function keyOf(cells: readonly string[]): string {
  return JSON.stringify(cells.map(oneLine))
}
