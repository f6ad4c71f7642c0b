import { limits } from '#contract/limits.ts'
import { mediaFile } from '#contract/media/media.ts'
import { planFile } from '#contract/media/plans.ts'
import { t } from '#contract/messages/translate.ts'
import { endingOf } from '#contract/rules/file-kind.ts'
import { pdfFile, zipFile } from '#contract/sharing/reports.ts'
import type { Context, Db } from '#server/context.ts'
import { isGuest, mayRead } from '#server/features/reports/policy.ts'
import { planReportZip } from '#server/features/reports/report-zip.ts'
import { sharedReport } from '#server/features/reports/shared-report.ts'
import { type ShownFiles, shownToGuests } from '#server/features/reports/shown-to-guests.ts'
import { cleanName } from '#server/features/reports/zip/paths.ts'
import { addressOfLink } from '#server/features/sharing/address.ts'
import { findLiveLink } from '#server/features/sharing/data.ts'
import { bytesOfSurvey } from '#server/features/surveys/data.ts'
import { loadWithFilesOnly } from '#server/features/surveys/load.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { accountReader, guestReader } from '#server/http/reserve-memory.ts'
import { serve } from '#server/http/serve.ts'
import type { Holder } from '#server/http/ticket.ts'
import type { Survey } from '#survey/survey.ts'
import { clockText } from '#survey/time-zone.ts'
import { findReadableCopy, findReadablePlan, findReadableSurvey } from './data.ts'
import { inReadersLanguage } from './in-readers-language.ts'
import { isShownInPlace, type TicketAccess } from './policy.ts'
import { renderPdf } from './render-pdf.ts'
import { type VerifiedTicket, verifyTicket } from './verify-ticket.ts'

const longest = 100

/** A guest's browser caches nothing, so a revoked file disappears with the tab. */
const unkept = 'private, no-store'
/** An address stays the same for half of a ticket's life; its bytes never change. */
const kept = `private, max-age=${limits.ticketLife / 2_000}, immutable`

export const downloadRoutes = [
  serve(mediaFile, async (call) => {
    const use = await verifyTicket(call, 'media')
    if (use instanceof Failure) return use
    const { subject, rendition, holder } = use.ticket
    const copy =
      mayRead(holder, rendition) &&
      (await isShown(call, use, 'media', subject)) &&
      (await findReadableCopy(call.db, subject, rendition, use.proven))
    if (!copy) return fail('file.gone')
    return copyReply(call.context, copy, use)
  }),

  serve(planFile, async (call) => {
    const use = await verifyTicket(call, 'plan')
    if (use instanceof Failure) return use
    const { subject, rendition, holder } = use.ticket
    const copy =
      mayRead(holder, rendition) &&
      (await isShown(call, use, 'plans', subject)) &&
      (await findReadablePlan(call.db, subject, rendition, use.proven))
    if (!copy) return fail('file.gone')
    const filename = `${copy.filename}.${endingOf(copy.contentType)}`
    return copyReply(call.context, { ...copy, filename }, use)
  }),

  serve(pdfFile, async (call) => {
    const use = await verifyTicket(call, 'report')
    if (use instanceof Failure) return use
    const survey = await findReadableSurvey(call.db, use.ticket.subject, use.proven)
    if (!survey) return fail('survey.notFound')
    const videoPage = await reportPage(call.context, call.db, survey, { proven: use.proven, now: call.now })
    const draw = (ended: AbortSignal) => renderPdf(call, { survey, videoPage, use, ended })
    return new BytesReply({
      type: 'application/pdf',
      size: null,
      etag: null,
      download: await savedAs('reports.pdfFile', call, survey, use),
      cache: unkept,
      isAuthorized: use.isAuthorized,
      read: async (_range, ended) => (await draw(ended)).stream,
      whole: async (ended) => {
        const { stream, size } = await draw(ended)
        return { stream, size: await size }
      },
    })
  }),

  serve(zipFile, async (call) => {
    const use = await verifyTicket(call, 'zip')
    if (use instanceof Failure) return use
    const survey = await findReadableSurvey(call.db, use.ticket.subject, use.proven)
    if (!survey) return fail('survey.notFound')
    const { holder } = use.ticket
    const plan = async () => {
      const loaded = await loadWithFilesOnly(call.db, survey.surveyId)
      return planReportZip(call.context, call.db, loaded, holder)
    }
    const zip = await withinMemoryBudget(call, holder, survey.surveyId, () =>
      inReadersLanguage(call.db, survey, holder, plan),
    )
    return new BytesReply({
      type: 'application/zip',
      size: zip.size,
      etag: zip.etag,
      download: await savedAs('reports.zippedFiles', call, survey, use),
      cache: unkept,
      isAuthorized: use.isAuthorized,
      read: (range) => zip.read(range),
    })
  }),
]

/** Returns the download's name in the reader's language, like its contents. */
function savedAs(
  words: 'reports.pdfFile' | 'reports.zippedFiles',
  { db, now }: { readonly db: Db; readonly now: Date },
  survey: NonNullable<Awaited<ReturnType<typeof findReadableSurvey>>>,
  { ticket: { holder } }: VerifiedTicket,
): Promise<string> {
  return inReadersLanguage(db, survey, holder, () => downloadName(survey, t(words), now))
}

/** Returns whether the holder may open the file. Guests may open only files that their report shows. */
async function isShown(
  call: { readonly context: Context; readonly db: Db; readonly address: string },
  { ticket, proven }: VerifiedTicket,
  kind: keyof ShownFiles,
  id: string,
): Promise<boolean> {
  if ('reader' in proven) return true
  const { linkOf } = proven
  const guestsReport = () => sharedReport(call.context, call.db, linkOf, { words: false })
  const shown = await shownToGuests(call.db, linkOf, () =>
    withinMemoryBudget(call, ticket.holder, linkOf, async () => (await guestsReport()).report),
  )
  return shown[kind].has(id)
}

interface Copy {
  readonly filename: string
  readonly storeKey: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
}

function copyReply(
  { files }: Context,
  copy: Copy,
  { ticket: { holder }, isAuthorized }: VerifiedTicket,
): BytesReply {
  return new BytesReply({
    type: copy.contentType,
    size: copy.size,
    etag: `"${copy.sha256}"`,
    download: isShownInPlace(copy.contentType) ? null : savedName(copy, holder),
    cache: isGuest(holder) ? unkept : kept,
    isAuthorized,
    read: (range) => files.read(copy.storeKey, range),
  })
}

/** Only those with an account see the name a file was uploaded with. */
function savedName(
  { filename, contentType }: { filename: string; contentType: string },
  holder: Holder,
): string {
  return isGuest(holder) ? `file.${endingOf(contentType)}` : filename
}

/**
 * '20260314-091500-Harbour View 12 report.pdf': a name that every system can save. It begins with the time in
 * the survey's time zone, so that files sort by it and none overwrites another.
 */
export function downloadName(
  { name, timeZone }: Pick<Survey, 'name' | 'timeZone'>,
  ending: string,
  now: Date,
): string {
  const moment = clockText(now, timeZone).replaceAll(/[-:]/g, '').replace(' ', '-')
  return `${moment}-${`${cleanName(name, longest)} ${ending}`.trimStart()}`
}

/**
 * Returns the address that a saved PDF links to for its videos: the shared report if the survey has a live
 * link, else the page that requires a login. A signed address would expire within the hour. Members must not
 * learn the guests' link.
 */
export async function reportPage(
  { config }: Context,
  db: Db,
  { surveyId, ownerId }: { readonly surveyId: string; readonly ownerId: string },
  { proven, now }: { readonly proven: TicketAccess; readonly now: Date },
): Promise<string> {
  const isMember = 'reader' in proven && proven.reader.id !== ownerId
  const link = isMember ? null : await findLiveLink(db, surveyId, now)
  return link ? addressOfLink(config.publicUrl, link) : `${config.publicUrl}/SaveAsPdf/${surveyId}`
}

interface Reading {
  readonly context: Context
  readonly db: Db
  readonly address: string
}

/**
 * Runs work that needs a whole survey once the memory budget allows it. Throws the refusal if it does not.
 */
async function withinMemoryBudget<T>(
  { context, db, address }: Reading,
  holder: Holder,
  surveyId: string,
  work: () => Promise<T>,
): Promise<T> {
  const reader = 'link' in holder ? guestReader(holder.link, address) : accountReader(holder.account)
  const bytes = await bytesOfSurvey(db, surveyId)
  const reservation = await context.memoryBudget.enter(reader, bytes, new AbortController().signal)
  return work().finally(reservation.leave)
}
