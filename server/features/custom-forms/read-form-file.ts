import { readFile } from 'node:fs/promises'
import { t } from '#contract/messages/translate.ts'
import type { ImportReport } from '#contract/templates/custom-forms.ts'
import { FormDocument } from '#contract/templates/form-document.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { JsonBounds } from '#server/http/json-bounds.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import { parseToFirstIssue } from '#server/http/parse-input.ts'
import { readFormSheets } from './sheets/sheets-in-worker.ts'

export interface ImportedForm {
  readonly form: FormDocument
  readonly report: ImportReport
}

type NotAForm = Failure<'form.notAForm'>

/** Reads a form from its saved form (JSON) or an XLSForm, detected by content and not by name. */
export async function readFormFile({ bytes }: ReceivedFile): Promise<ImportedForm | NotAForm> {
  const content = await readFile(bytes.path)
  if (/^(\ufeff)?\s*[{[]/.test(content.subarray(0, 200).toString('utf8'))) return ofJson(content)
  const read = await readFormSheets(content)
  if (read.kind === 'form') return read
  return notAForm(read.reason)
}

function ofJson(content: Buffer): ImportedForm | NotAForm {
  const given = jsonIn(content)
  if (given === undefined) return notAForm(t('templates.notReadable'))
  const parsed = parseToFirstIssue(FormDocument, given)
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.map(String).join('.') || 'schema'
    return notAForm(t('templates.notADocument', { place }))
  }
  const rows = parsed.data.sections.reduce((sum, { fields }) => sum + fields.length, 0)
  return { form: parsed.data, report: { rows, imported: rows, notes: [] } }
}

function jsonIn(content: Buffer): unknown {
  if (!new JsonBounds().admits(content)) return undefined
  try {
    return JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function notAForm(reason: string): NotAForm {
  return fail('form.notAForm', { values: { reason } })
}
