import pLimit from 'p-limit'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { runIsolated } from '#server/run-isolated.ts'
import type { SheetReading, SheetTask } from './protocol.ts'

/** Milliseconds of a processor. The largest form that is accepted needs about half of it. */
const patience = 5_000
const module = new URL('./worker.ts', import.meta.url)
/** Many of them must not take the machine. */
const inTurn = pLimit(1)

/** What became of a spreadsheet or a table. It is read apart from the server's own thread: files are anybody's. */
export async function readFormSheets(bytes: Uint8Array): Promise<SheetReading> {
  const read = await ask({ kind: 'read', language: spokenLanguage(), bytes })
  // The worker has parsed it: what it posts is what `SheetReading` says.
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
