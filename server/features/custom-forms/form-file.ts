import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { formFileName } from '#contract/rules/form-file-name.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { writeFormSheets } from './sheets/sheets-in-worker.ts'

export type FormFormat = 'json' | 'xlsx' | 'csv'

const types: Readonly<Record<FormFormat, string>> = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Returns a template as a file under its own name. */
export async function formFile(form: FormDocument, format: FormFormat): Promise<BytesReply> {
  const bytes = format === 'json' ? Buffer.from(jsonOf(form)) : await writeFormSheets(form, format)
  return new BytesReply({
    type: types[format],
    size: bytes.byteLength,
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    download: formFileName(form.name, format),
    cache: 'private, no-store',
    read: ({ start, end } = { start: 0, end: bytes.byteLength - 1 }) =>
      Readable.from([Buffer.from(bytes.subarray(start, end + 1))]),
  })
}

function jsonOf(form: FormDocument): string {
  return `${JSON.stringify(form, null, 2)}\n`
}
