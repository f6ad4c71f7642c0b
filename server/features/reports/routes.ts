import * as agreed from '#contract/sharing/reports.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { Failure } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { holderOf } from '#server/http/ticket.ts'
import { pdfAddress, readerOf, zipAddress } from './addresses.ts'
import { withReport } from './loaded-report.ts'
import { warmUpRenderer } from './pdf/renderers.ts'
import { recordExport } from './record-export.ts'
import { reportForReader } from './report-wire.ts'

export const reportRoutes = [
  serve(agreed.reportDetail, async ({ db, account, params, query, now, context }) => {
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    warmUpRenderer()
    const reader = readerOf(context, holderOf(account), now)
    const wanted = { surveySections: query.only !== 'report' }
    const loaded = withReport(await loadWithMedia(db, survey.id), { guest: false })
    const attributes = reportForReader(loaded, reader, wanted)
    const review = survey.mayReview ? { may_review: true as const } : {}
    return { data: { id: survey.id, type: 'survey_pdf', attributes: { ...attributes, ...review } } }
  }),

  serve(agreed.reportDownload, async (call) => {
    const { db, account, params, now, context } = call
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    warmUpRenderer()
    await recordExport(call, { surveyId: survey.id, accountId: account.id, by: survey.role, what: 'pdf' })
    return { data: { url: pdfAddress(readerOf(context, holderOf(account), now), survey.id) } }
  }),

  serve(agreed.zipDownload, async (call) => {
    const { db, account, query, now, context } = call
    const survey = await openSurvey(db, account, query.user_survey_id, 'read')
    if (survey instanceof Failure) return survey
    await recordExport(call, { surveyId: survey.id, accountId: account.id, by: survey.role, what: 'zip' })
    const reader = readerOf(context, holderOf(account), now)
    return { data: { uploaded_files_winzip: zipAddress(reader, survey.id) } }
  }),
]
