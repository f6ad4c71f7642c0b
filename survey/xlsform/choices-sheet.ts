import type { FormDocument } from '#contract/templates/form-document.ts'
import { described, optionValue } from '../builder/form-options.ts'
import type { FormField } from '../builder/form-place.ts'
import { keyFrom, uniqueKey } from '../builder/keys.ts'
import { expressionProperties } from '../builder/rename-key.ts'
import { answersOf, chooses, xlsformType } from '../fields/registry.ts'
import { textIn } from '../translate.ts'
import type { FormOption } from './choices.ts'
import type { LabelColumns } from './label-columns.ts'
import { literalsIn } from './literals.ts'

/** The sheet `choices`. Fields of a shared list, and fields with equal options, use one list. */
export interface ChoicesSheet {
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Returns the list of the field at this place; null if it has none. */
  listAt(section: number, field: number): string | null
  /** Returns the sheet names of option values that XLSForm doesn't allow. */
  namesAt(section: number, field: number): ReadonlyMap<string, string>
}

interface List {
  readonly name: string
  readonly names: ReadonlyMap<string, string>
}

const none: ReadonlyMap<string, string> = new Map()

export function buildChoicesSheet(form: FormDocument, columns: LabelColumns): ChoicesSheet {
  const literals = new Set(
    form.sections.flatMap(({ showIf = '', conditions = [], fields }) => [
      ...[showIf, ...conditions.map((one) => one.showIf)].flatMap(literalsIn),
      ...fields.flatMap(literalsOf),
    ]),
  )
  const lists = new Map<string, List>()
  const at = new Map<string, List>()
  const rows: Readonly<Record<string, string>>[] = []
  const taken = new Set<string>()
  for (const [section, { fields }] of form.sections.entries())
    for (const [place, field] of fields.entries()) {
      const { list: fixed } = xlsformType(field.type)
      if (fixed === undefined && !chooses(field)) continue
      const options = fixed === undefined ? (field.options ?? []) : answersOf(field).map(({ value }) => value)
      const same = JSON.stringify([field.list, options])
      let list = lists.get(same)
      if (!list) {
        const plain = options.map(described)
        const name = uniqueKey(fixed ?? keyFrom(field.list ?? field.key, 'list'), taken)
        list = { name, names: namesOf(plain, literals) }
        taken.add(name)
        lists.set(same, list)
        rows.push(
          ...plain.map((option) => choiceRow(option, { list: name, names: list?.names ?? none }, columns)),
        )
      }
      at.set(`${section} ${place}`, list)
    }
  return {
    rows,
    listAt: (section, field) => at.get(`${section} ${field}`)?.name ?? null,
    namesAt: (section, field) => at.get(`${section} ${field}`)?.names ?? none,
  }
}

function literalsOf(field: FormField): readonly string[] {
  return expressionProperties.flatMap((property) => literalsIn(field[property] ?? ''))
}

/**
 * Tools separate multiple choices with spaces, so names must not contain any. New names differ from all
 * existing values and literals.
 */
function namesOf(options: readonly FormOption[], literals: ReadonlySet<string>): ReadonlyMap<string, string> {
  const values = options.map(optionValue)
  const taken = new Set([...values, ...literals])
  const names = new Map<string, string>()
  for (const value of values) {
    if (!/\s/.test(value) || names.has(value)) continue
    const name = uniqueKey(keyFrom(value, 'option'), taken)
    taken.add(name)
    names.set(value, name)
  }
  return names
}

function choiceRow(
  option: FormOption,
  { list, names }: { readonly list: string; readonly names: ReadonlyMap<string, string> },
  labels: LabelColumns,
): Readonly<Record<string, string>> {
  const { label, id, columns = {}, translations } = option
  const value = optionValue(option)
  const name = names.get(value) ?? value
  return {
    list_name: list,
    name,
    ...labels.cells('label', label, (language) => textIn(translations, language)),
    ...(name !== value && { fieldbook_value: value }),
    ...(id !== undefined && { fieldbook_id: id }),
    ...columns,
  }
}
