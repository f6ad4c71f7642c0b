import { formFileName } from '#contract/rules/form-file-name.ts'
import { exportForm as agreed } from '#contract/templates/custom-forms.ts'
import { handOver } from '#web/lib/http/download.ts'
import { addressOf } from '#web/lib/http/request.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'

export const formats = ['xlsx', 'csv', 'json'] as const
export type Format = (typeof formats)[number]

/** Gives the person the file. Returns what went wrong, in words; null = nothing. */
export async function exportForm(id: string, name: string, format: Format): Promise<string | null> {
  const token = currentSession()?.token
  if (!token) return t('accounts.logInAgain')
  const address = addressOf(agreed, { params: { id }, query: { format } })
  const reply = await fetch(address, { headers: { token }, cache: 'no-store', credentials: 'omit' }).catch(
    // Told as a refusal is.
    () => null,
  )
  // A download that breaks off is a refusal on the next line.
  const file = reply?.ok ? await reply.blob().catch(() => null) : null
  if (!file) return t('library.exportFailed')
  handOver(file, formFileName(name, format))
  return null
}
