import { formFaults } from '../form-faults.ts'
import type { XlsBook } from '../xlsform/book.ts'
import { readXlsform } from '../xlsform/read-xlsform.ts'

/** Parses sheets from text: rows of cells separated by bars. */
export function parseSheets(texts: Readonly<Record<string, string>>): XlsBook {
  return Object.entries(texts).map(([name, text]) => ({
    name,
    rows: text
      .trim()
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/^\||\|$/g, '')
          .split('|')
          .map((cell) => cell.trim()),
      ),
  }))
}

export function importSheets(texts: Readonly<Record<string, string>>) {
  const read = readXlsform(parseSheets(texts))
  if (read.kind !== 'form') throw new Error(read.reason)
  const fields = read.form.sections.flatMap((section) => section.fields)
  const named = (key: string) => fields.find((field) => field.key === key)
  const noted = read.report.notes.map(({ sheet, row, column, level, message }) => [
    sheet,
    row,
    column,
    level,
    message,
  ])
  return { ...read, fields, named, noted, faults: formFaults(read.form) }
}

export const surveySheet = (rows: string) =>
  `| type | name | label | relevant | constraint | calculation | default | required | appearance |\n${rows.trim()}`
