import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { plainLine } from '../formatted-text.ts'
import { isColumnName } from '../logic/lexer.ts'
import { type Languages, type SpokenColumns, translationsIn } from './languages.ts'
import { noteTooLong } from './note-too-long.ts'
import type { Notes } from './notes.ts'
import type { Column, Table, TableRow } from './table.ts'

export type FormOption = Exclude<
  NonNullable<FormDocument['sections'][number]['fields'][number]['options']>[number],
  string
>

interface Draft {
  readonly options: FormOption[]
  readonly ownValues: Map<string, string>
  /** The spreadsheet row of each option. */
  readonly rows: number[]
  /** The row of the first option with each name. */
  readonly names: Map<string, number>
}

export interface ChoiceList {
  readonly options: readonly FormOption[]
  /** For templates exported by this app: values by their option names in the sheet. */
  readonly ownValues: ReadonlyMap<string, string>
}

export type ChoiceLists = ReadonlyMap<string, ChoiceList>

/** Standard columns; any other column is available to the author's filters. */
const read = /^(?:list_name|name|label|label::.*|fieldbook_value|fieldbook_id)$/
/** Columns that are not imported: media and order of choices. */
const unread = /^(?:media::.*|(?:big_)?image(?:::.*)?|audio(?:::.*)?|video(?:::.*)?|order)$/

interface Surroundings {
  readonly languages: Languages
  readonly notes: Notes
  /** Whether the form allows duplicate names in a list, for filters. */
  readonly mayRepeatNames: boolean
}

/** Reads the lists of the sheet `choices` with the columns that filters use. */
export function choicesIn(
  table: Table | null,
  { languages, notes, mayRepeatNames }: Surroundings,
): ChoiceLists {
  const lists = new Map<string, Draft>()
  if (!table) return lists
  const labels = languages.columnsOf(table, 'label')
  const label = labels.own
  const extra = table.columns.filter(({ name }) => !read.test(name) && !unread.test(name))
  noteUnread(table, notes)
  for (const { name, asWritten } of extra)
    if (!isColumnName(asWritten) && table.rows.some((row) => row.get(name) !== ''))
      notes.add({ sheet: table.sheet, row: null }, asWritten, 'warning', 'xlsform.choiceColumn', {
        column: asWritten,
      })
  const cells = [label, ...labels.others.values(), 'name', ...extra.map(({ name }) => name)]
  const mostOf = Object.fromEntries(cells.map((column) => [column, limits.formLineMax]))
  for (const row of table.rows) {
    const list = row.get('list_name')
    // Answers are labels, so formatting is removed.
    const [name, text] = [row.get('name'), plainLine(oneLine(row.get(label)))]
    const where = { sheet: table.sheet, row: row.number }
    if (list === '') {
      if (name !== '' || text !== '') notes.add(where, 'list_name', 'warning', 'xlsform.choiceWithoutList')
      continue
    }
    if (name === '' && text === '') {
      notes.add(where, 'name', 'warning', 'xlsform.choiceEmpty')
      continue
    }
    if (text === '') notes.add(where, label, 'info', 'xlsform.choiceWithoutLabel', { name })
    if (name === '') notes.add(where, 'name', 'warning', 'xlsform.choiceWithoutName', { label: text })
    noteTooLong(row, mostOf, (column, ...note) => notes.add(where, column, ...note))
    const draft: Draft = lists.get(list) ?? { options: [], ownValues: new Map(), rows: [], names: new Map() }
    const { options, ownValues, rows, names } = draft
    lists.set(list, draft)
    if (options.length === limits.formOptionsMax) {
      notes.add(where, null, 'warning', 'xlsform.tooManyChoices', { list })
      continue
    }
    const before = names.get(name)
    if (name !== '' && before !== undefined && !mayRepeatNames)
      notes.add(where, 'name', 'warning', 'xlsform.choiceNameTwice', { name, row: before })
    else if (name !== '') names.set(name, row.number)
    const value = row.get('fieldbook_value')
    if (value !== '' && value !== name) ownValues.set(name, value)
    rows.push(row.number)
    options.push(optionOf(row, { name, text, value }, { extra, labels }))
  }
  for (const draft of lists.values()) setApart(draft, table, notes)
  return lists
}

/** Notes each column that is not imported, at its first non-empty row. */
function noteUnread({ sheet, columns, rows }: Table, notes: Notes): void {
  for (const { name, asWritten } of columns.filter((column) => unread.test(column.name))) {
    const filled = rows.filter((row) => row.get(name) !== '')
    const row = filled[0]?.number
    if (row !== undefined)
      notes.add({ sheet, row }, asWritten, 'info', 'xlsform.choiceMedia', {
        column: asWritten,
        count: filled.length,
      })
  }
}

function optionOf(
  row: TableRow,
  { name, text, value: own }: { readonly name: string; readonly text: string; readonly value: string },
  { extra, labels }: { readonly extra: readonly Column[]; readonly labels: SpokenColumns },
): FormOption {
  const label = cut(text === '' ? name : text, limits.formLineMax)
  const id = cut(oneLine(row.get('fieldbook_id')), limits.formLineMax) || label
  const value = cut(own === '' ? (name === '' ? label : name) : own, limits.formLineMax)
  const columns = Object.fromEntries(
    extra.flatMap((column) => {
      const cell = cut(oneLine(row.get(column.name)), limits.formLineMax)
      return cell !== '' && isColumnName(column.asWritten) ? [[column.asWritten, cell]] : []
    }),
  )
  const translations = translationsIn({ label: labels }, row, (get) => {
    const translated = cut(plainLine(oneLine(get('label'))), limits.formLineMax)
    return translated === '' ? null : translated
  })
  return {
    label,
    ...(id !== label && { id }),
    ...(value !== id && { value }),
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(translations && { translations }),
  }
}

/** Answers are labels, so labels must be unique: appends the value to a duplicate. */
function setApart({ options, rows }: Draft, { sheet }: Table, notes: Notes): void {
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    let { label } = option
    if (seen.has(label)) {
      const value = option.value ?? label
      label = `${label} (${value})`
      for (let number = 2; seen.has(label); number += 1) label = `${option.label} (${value}, ${number})`
      options[index] = { ...option, label, value }
      notes.add({ sheet, row: rows[index] ?? null }, 'label', 'info', 'xlsform.choiceTwice', { label })
    }
    seen.add(label)
  }
}
