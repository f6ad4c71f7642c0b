import * as agreed from '#contract/reports.ts'
import { findOwnSurvey } from '#server/features/surveys/data.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { pdfAddress, readerOf, zipAddress } from './addresses.ts'
import { recordExport } from './record-export.ts'
import { reportForReader } from './report-wire.ts'

export const reportRoutes = [
  serve(agreed.reportDetail, async ({ db, account, params, now, context }) => {
    const survey = await findOwnSurvey(db, account.id, params.id)
    if (!survey) return fail('survey.notFound')
    const reader = readerOf(context, { account: account.id }, now)
    const attributes = reportForReader(await loadWithMedia(db, survey.id), reader)
    return { data: { id: survey.id, type: 'survey_pdf', attributes } }
  }),

  serve(agreed.reportDownload, async (call) => {
    const { db, account, params, now, context } = call
    const survey = await findOwnSurvey(db, account.id, params.id)
    if (!survey) return fail('survey.notFound')
    await recordExport(call, { surveyId: survey.id, accountId: account.id, what: 'pdf' })
    return { data: { url: pdfAddress(readerOf(context, { account: account.id }, now), survey.id) } }
  }),

  serve(agreed.zipDownload, async (call) => {
    const { db, account, query, now, context } = call
    const survey = await findOwnSurvey(db, account.id, query.user_survey_id)
    if (!survey) return fail('survey.notFound')
    await recordExport(call, { surveyId: survey.id, accountId: account.id, what: 'zip' })
    const reader = readerOf(context, { account: account.id }, now)
    return { data: { uploaded_files_winzip: zipAddress(reader, survey.id) } }
  }),
]
