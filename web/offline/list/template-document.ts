import type { FormDocument } from '#contract/templates/form-document.ts'
import { originalTemplateFromWire } from '#survey/from-wire.ts'
import { documentOf } from '#survey/template-to-document.ts'
import { type Failure, unreachedFailure } from '#web/lib/http/call.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { db, onDevice } from '../store/database.ts'

type Read = { readonly ok: true; readonly form: FormDocument } | Failure

/** Returns a template version as a document, from this device or the server. */
export async function readTemplateDocument(account: string, id: string): Promise<Read> {
  const failed = await ensureTemplate(account, id)
  if (failed) return failed
  const row = await onDevice(() => db.templates.get([account, id]))
  return row ? { ok: true, form: documentOf(originalTemplateFromWire(row.detail)) } : unreachedFailure()
}
