import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#contract/messages/translate.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { XlsBook, XlsformReading, XlsSheet } from './book.ts'
import { buildForm, textColumns } from './build-form.ts'
import { isYes } from './cells.ts'
import { choicesIn } from './choices.ts'
import { Languages } from './languages.ts'
import { noteLostCells } from './lost-cells.ts'
import { noteTooLong } from './note-too-long.ts'
import { Notes } from './notes.ts'
import { OverLimit, type ReadForm } from './read-form.ts'
import { SectionReader } from './section-reader.ts'
import { type Table, tableOf } from './table.ts'
import { withValidRules } from './valid-rules.ts'

/** Standard sheets that are not supported. */
const refused: ReadonlySet<string> = new Set(['entities', 'external_choices', 'osm'])
/** Columns of `settings` that are read or irrelevant. */
const settingsKnown: ReadonlySet<string> = new Set([
  'form_title',
  'form_id',
  'id_string',
  'version',
  'default_language',
  'allow_choice_duplicates',
  'fieldbook::description',
  'fieldbook::category',
  'fieldbook::picture',
])

/**
 * Converts an XLSForm to a template and reports what happened to each row. Accepts any cells and never
 * throws.
 */
export function readXlsform(book: XlsBook): XlsformReading {
  const sheet = sheetNamed(book, 'survey')
  const table = sheet && tableOf(sheet)
  if (!table) return notAForm('xlsform.noSurveySheet')
  if (!table.columns.some(({ name }) => name === 'type')) return notAForm('xlsform.noTypeColumn')
  if (table.rows.every((row) => row.get('type') === '' || row.get('type').startsWith('#')))
    return notAForm('xlsform.noQuestions')
  const notes = new Notes()
  for (const { name } of book)
    if (refused.has(name.trim().toLowerCase()))
      notes.add({ sheet: name, row: null }, null, 'error', 'xlsform.sheetRefused', { sheet: name })
  const settingsSheet = sheetNamed(book, 'settings')
  const settingsTable = settingsSheet && tableOf(settingsSheet)
  const settings = settingsOf(settingsTable, notes)
  const choicesSheet = sheetNamed(book, 'choices')
  const choices = choicesSheet && tableOf(choicesSheet)
  const languages = new Languages(choices ? [table, choices] : [table], settings.get('default_language'))
  languages.noteLeftOut(notes)
  for (const one of [table, choices, settingsTable]) if (one) noteLostCells(one, notes)
  const mayRepeatNames = isYes(settings.get('allow_choice_duplicates'))
  const lists = choicesIn(choices, { languages, notes, mayRepeatNames })
  const name = cut(oneLine(settings.get('form_title')), limits.formLineMax)
  const title = name === '' ? settings.get('form_id') || t('xlsform.untitled') : name
  let read: ReadForm
  try {
    read = new SectionReader(table, { title, languages, lists, notes }).read()
  } catch (error) {
    if (error instanceof OverLimit) return { kind: 'not-a-form', reason: error.message }
    throw error
  }
  if (read.sections.length === 0) return notAForm('xlsform.noQuestions')
  const form = withValidRules(
    buildForm({ name: title, settings, languages, sections: read.sections }),
    read,
    notes,
  )
  return {
    kind: 'form',
    form,
    report: { rows: read.rows, imported: read.imported, notes: notes.inOrder(book.map((one) => one.name)) },
  }
}

function sheetNamed(book: XlsBook, name: string): XlsSheet | null {
  return book.find((sheet) => sheet.name.trim().toLowerCase() === name) ?? null
}

function notAForm(reason: MessageKey): XlsformReading {
  return { kind: 'not-a-form', reason: t(reason) }
}

export interface Settings {
  get(column: string): string
}

function isKnown(column: string): boolean {
  const translated = Object.values(textColumns).some((name) => column.startsWith(`${name}::`))
  return translated || settingsKnown.has(column)
}

/** Reads the first row of `settings` and notes unsupported columns. */
function settingsOf(table: Table | null, notes: Notes): Settings {
  const row = table?.rows.find((one) => table.columns.some(({ name }) => one.get(name) !== ''))
  if (!table || !row) return { get: () => '' }
  for (const { name, asWritten } of table.columns)
    if (!isKnown(name) && row.get(name) !== '')
      notes.add({ sheet: table.sheet, row: row.number }, asWritten, 'info', 'xlsform.settingLeftOut', {
        column: asWritten,
      })
  const most = { form_title: limits.formLineMax, 'fieldbook::description': limits.formTextMax }
  const where = { sheet: table.sheet, row: row.number }
  noteTooLong(row, most, (column, ...note) => notes.add(where, column, ...note))
  const get = (column: string) => row.get(column)
  return { get: (column) => (column === 'form_id' ? get('form_id') || get('id_string') : get(column)) }
}
