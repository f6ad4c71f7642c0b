import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { t } from '#contract/messages/translate.ts'
import { csvLine } from '#contract/rules/csv.ts'
import { inLanguage } from '#server/language.ts'
import type { XlsBook, XlsformReading } from '#survey/xlsform/book.ts'
import { readXlsform } from '#survey/xlsform/read-xlsform.ts'
import { writeXlsform } from '#survey/xlsform/write-xlsform.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { SheetReading, type SheetTask } from './protocol.ts'
import { writeWorkbook } from './read-workbook.ts'
import { ContentTooLarge } from './zip-parts.ts'

/** Runs one task and exits; the parent kills it after a timeout. */
const task = workerData as SheetTask
parentPort?.postMessage(await inLanguage(task.language, () => done(task)))

async function done(asked: SheetTask): Promise<SheetReading | Uint8Array> {
  if (asked.kind === 'read') {
    const { success, data, error } = z.safeParse(SheetReading, await read(asked.bytes))
    if (success) return data
    // The reader accepted a value that a template cannot hold.
    const place = error.issues[0]?.path.map(String).join('.') ?? ''
    return { kind: 'not-a-form', reason: t('templates.notADocument', { place }) }
  }
  const book = writeXlsform(asked.form)
  return asked.format === 'xlsx' ? writeWorkbook(book) : new TextEncoder().encode(workbookToCsv(book))
}

async function read(bytes: Uint8Array): Promise<XlsformReading> {
  try {
    const book = await parseWorkbook(bytes)
    return book === null ? notAForm('templates.notReadable') : readXlsform(book)
  } catch (error) {
    // Files are untrusted, so a reader's error means that the file is not a form.
    return notAForm(error instanceof ContentTooLarge ? 'templates.tooMuchInside' : 'templates.notReadable')
  }
}

function notAForm(reason: 'templates.tooMuchInside' | 'templates.notReadable'): XlsformReading {
  return { kind: 'not-a-form', reason: t(reason) }
}

/** Returns all sheets as CSV, each below a line with its name, as other XLSForm tools do. */
function workbookToCsv(book: XlsBook): string {
  return book
    .flatMap(({ name, rows }) => [csvLine([name]), ...rows.map((row) => csvLine(['', ...row]))])
    .join('\r\n')
}
