import * as agreed from '#contract/sharing/guests.ts'
import type { Context, Db } from '#server/context.ts'
import { pdfAddress, readerOf, zipAddress } from '#server/features/reports/addresses.ts'
import { warmUpRenderer } from '#server/features/reports/pdf/renderers.ts'
import { recordExport } from '#server/features/reports/record-export.ts'
import { sharedReport } from '#server/features/reports/shared-report.ts'
import type { GuestIdentity } from '#server/http/authenticate.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { presentInfo, presentMenu, presentReport, presentSection } from './present.ts'

/** The link was checked before: it is live, and its survey and owner exist. */
export const guestRoutes = [
  serve(agreed.guestInfo, async (call) => {
    const { guest } = call
    const attributes = presentInfo(await reportFor(call), guest.linkId, readerAs(call))
    return { data: { id: guest.linkId, type: 'guest_survey', attributes } }
  }),

  serve(agreed.guestNavigation, async (call) => presentMenu(await reportFor(call))),

  serve(agreed.guestSection, async (call) => {
    const { guest, query } = call
    const loaded = await reportFor(call)
    const attributes = presentSection(loaded, query.guest_survey_section_id, guest.linkId, readerAs(call))
    if (!attributes) return fail('survey.partNotFound')
    return { data: { id: attributes.id, type: 'guest_survey_section', attributes } }
  }),

  serve(agreed.guestZip, async (call) => {
    await recordExport(call, { surveyId: call.guest.surveyId, accountId: null, by: 'guest', what: 'zip' })
    return { data: { uploaded_files_winzip: zipAddress(readerAs(call), call.guest.surveyId) } }
  }),

  serve(agreed.guestPdfDetails, async (call) => {
    const { guest } = call
    warmUpRenderer()
    const attributes = presentReport(await reportFor(call), guest.linkId, readerAs(call))
    return { data: { id: guest.linkId, type: 'survey_pdf', attributes } }
  }),

  serve(agreed.guestPdfDownload, async (call) => {
    warmUpRenderer()
    await recordExport(call, { surveyId: call.guest.surveyId, accountId: null, by: 'guest', what: 'pdf' })
    return { data: { url: pdfAddress(readerAs(call), call.guest.surveyId) } }
  }),
]

interface GuestCall {
  readonly context: Context
  readonly db: Db
  readonly guest: GuestIdentity
  readonly now: Date
}

function reportFor({ context, db, guest }: GuestCall) {
  return sharedReport(context, db, guest.surveyId)
}

function readerAs({ context, guest, now }: GuestCall) {
  return readerOf(context, { link: guest.holderId }, now)
}
