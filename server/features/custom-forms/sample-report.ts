import { v7 as newId } from 'uuid'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { formFileName } from '#contract/rules/form-file-name.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { Context } from '#server/context.ts'
import { renderCost, sizeForCost } from '#server/features/reports/pdf/render-cost.ts'
import { warmUpRenderer } from '#server/features/reports/pdf/renderers.ts'
import { streamReportPdf } from '#server/features/reports/pdf.ts'
import { renderQueued } from '#server/features/reports/render-queue.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import type { Holder } from '#server/http/ticket.ts'
import { inLanguage } from '#server/language.ts'
import { type SampleAnswer, sampleSurvey } from '#survey/builder/trial-survey.ts'
import { reportOf } from '#survey/report.ts'

interface Tried {
  readonly form: FormDocument
  readonly answers: readonly SampleAnswer[]
  readonly timeZone: string | null
  readonly createdBy: string
  readonly holder: Holder
  readonly now: Date
}

/** Renders the report of a draft with trial answers, and stores nothing. The draft must have no faults. */
export function sampleReport(context: Context, tried: Tried): BytesReply {
  const { form, answers, timeZone, createdBy, holder, now } = tried
  warmUpRenderer()
  const given = { id: newId(), createdBy, at: now.toISOString(), timeZone, newId }
  const report = reportOf(sampleSurvey(form, given, answers))
  const nothing = { photo: async () => null, videoUrl: () => null }
  const language = spokenLanguage()
  const work = renderCost(report)
  const size = sizeForCost(work)
  const { fontDir, pdfWithin } = context.config
  const begin = () =>
    inLanguage(language, () =>
      streamReportPdf(report, nothing, { fontDir, now, log: context.log, limitMs: pdfWithin, size }),
    )
  const load = async () => ({ work, begin })
  const draw = (ended: AbortSignal) =>
    renderQueued(context, { holder, ended, report: null, expected: size, load })
  return new BytesReply({
    type: 'application/pdf',
    size: null,
    etag: null,
    download: formFileName(form.name, 'pdf'),
    cache: 'private, no-store',
    read: async (_range, ended) => (await draw(ended)).stream,
    whole: async (ended) => {
      const { stream, size } = await draw(ended)
      return { stream, size: await size }
    },
  })
}
