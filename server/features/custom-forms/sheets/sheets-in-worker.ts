import pLimit from 'p-limit'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { runIsolated } from '#server/run-isolated.ts'
import type { SheetReading, SheetTask } from './protocol.ts'

/** CPU milliseconds. The largest accepted form needs about half of it. */
const patience = 5_000
const module = new URL('./worker.ts', import.meta.url)
/** One at a time, so that uploads cannot occupy the machine. */
const inTurn = pLimit(1)

/** Reads a spreadsheet or table in a separate process, since files are untrusted. */
export async function readFormSheets(bytes: Uint8Array): Promise<SheetReading> {
  const read = await ask({ kind: 'read', language: spokenLanguage(), bytes })
  // The worker has already validated the result against `SheetReading`.
  return read === null ? { kind: 'not-a-form', reason: t('templates.tooMuchInside') } : (read as SheetReading)
}

export async function writeFormSheets(form: FormDocument, format: 'xlsx' | 'csv'): Promise<Uint8Array> {
  const written = await ask({ kind: 'write', language: spokenLanguage(), form, format })
  if (written instanceof Uint8Array) return written
  throw new Error('A form could not be written as sheets.')
}

function ask(task: SheetTask): Promise<unknown> {
  return inTurn(() => runIsolated({ module, data: task, patience }))
}
