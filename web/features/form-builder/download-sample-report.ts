import { sampleReport } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { SampleAnswer } from '#survey/builder/trial-survey.ts'
import { handOver } from '#web/lib/http/download.ts'
import { fetchPdf } from '#web/lib/http/fetch-pdf.ts'
import { addressOf, bodyOf } from '#web/lib/http/request.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'

/** Downloads a report of the preview's answers. Returns an error message or null. */
export async function downloadSampleReport(
  id: string,
  form: FormDocument,
  answers: readonly SampleAnswer[],
): Promise<string | null> {
  const token = currentSession()?.token
  if (!token) return t('accounts.logInAgain')
  const input = { params: { id }, body: { form, answers, time_zone: timeZone() } }
  const pdf = await fetchPdf(addressOf(sampleReport, input), {
    method: sampleReport.method,
    headers: { token, 'content-type': 'application/json', 'accept-language': acceptLanguage() },
    body: bodyOf(input) ?? null,
  })
  if (!pdf.ok) return pdf.message
  handOver(pdf.file, pdf.name)
  return null
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
