import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCsv } from '#contract/rules/csv.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '#survey/document-to-source.ts'
import type { Template } from '#survey/template.ts'
import { templateFrom } from '#survey/template-source.ts'
import { readXlsform } from '#survey/xlsform/read-xlsform.ts'
import { bookOfLines } from '#survey/xlsform/text-book.ts'

/** A template that ships with the product. All versions of one template share its `series`. */
export interface CatalogueTemplate extends Template {
  readonly series: string
}

/**
 * File, series and version of each template, in the order of the template choice. To change one, raise its version:
 * it becomes a new template beside the old one, and surveys keep the version they began with.
 */
const shipped = [
  ['property-and-wiring-survey', '019a4c1e-7d00-7a31-8f52-3b6e0c94d1a7', 6],
  ['general-property-inspection', '019a4c1e-7d00-7c88-a0d4-95f17e2b6c33', 4],
  ['telecom-closet-acceptance', '019a4c1e-7d00-7d1f-8b52-2c60f4e7a9d8', 5],
  ['move-in-move-out-inspection', '019ab0c0-0000-7000-8000-000000000001', 2],
  ['fire-safety-walk', '019ab0c0-0000-7000-8000-000000000002', 3],
  ['roof-inspection', '019ab0c0-0000-7000-8000-000000000003', 3],
  ['small-cell-site-survey', '019ab0c0-0000-7000-8000-000000000004', 3],
  ['elevator-room-survey', '019ab0c0-0000-7000-8000-000000000005', 3],
  ['punch-list', '019ab0c0-0000-7000-8000-000000000006', 3],
] as const

const forms = shipped.map(([file, series, version]) => ({ series, version, form: readForm(file) }))

/** The templates as documents by series, in English and Spanish. */
export const documents: ReadonlyMap<string, FormDocument> = new Map(
  forms.map(({ series, form }) => [series, form]),
)

/** The templates of a new installation. */
export const templates: readonly CatalogueTemplate[] = forms.map(({ series, version, form }) => ({
  ...templateFrom(sourceOf(form, series, version)),
  series,
}))

/**
 * Reads an XLSForm as the app exports it. Its column `standard` names the source of a number or a list. Throws if the
 * import would change or leave out anything else.
 */
function readForm(file: string): FormDocument {
  const { rows, open } = readCsv(readFileSync(join(import.meta.dirname, `${file}.csv`), 'utf8'))
  if (open !== null) throw new Error(`${file}.csv: the quotation mark in line ${open} is never closed`)
  const reading = readXlsform(bookOfLines(rows))
  if (reading.kind === 'not-a-form') throw new Error(`${file}.csv: ${reading.reason}`)
  const [note] = reading.report.notes.filter(({ column }) => column !== 'standard')
  if (note) throw new Error(`${file}.csv: ${note.sheet} ${note.row ?? ''}: ${note.message}`)
  return reading.form
}
