import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { openReportPdf, turnToDraw } from '#server/features/reports/report-pdf.ts'
import { type Spooled, spool } from '#server/files/spool.ts'
import { fail, Refused } from '#server/http/failure.ts'
import type { Holder } from '#server/http/ticket.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import type { Used } from './proof.ts'

interface Asked {
  /** Its report speaks its owner's language. */
  readonly survey: { readonly surveyId: string } & Parameters<typeof languageOf>[0]
  readonly videoPage: string
  readonly use: Used
  readonly ended: AbortSignal
}

interface Call {
  readonly context: Context
  readonly db: Db
  readonly now: Date
}

/**
 * Drawn at full speed onto the disk, read from there: a turn to draw lasts as long as the drawing does, whatever the
 * reader does. Throws what is to be said where there are too many.
 */
export async function drawPdf({ context, db, now }: Call, asked: Asked): Promise<Spooled> {
  const { survey, videoPage, use, ended } = asked
  const leave = admit(use.ticket.holder)
  try {
    const giveBack = await turnOf(use.ticket.holder, ended)
    try {
      // It may have ended while it waited.
      if (!(await use.standing())) throw new Refused(fail('ticket.expired'))
      const source = await inLanguage(languageOf(survey), () =>
        openReportPdf(context, db, {
          surveyId: survey.surveyId,
          holder: use.ticket.holder,
          videoPage,
          now,
        }),
      )
      source.once('close', giveBack)
      const spooled = spool(context.files, source, {
        of: 'report',
        limit: limits.reportPdfBytes,
        limitOfAll: limits.reportPdfBytesOfAll,
      })
      spooled.stream.once('close', leave)
      if (ended.aborted) spooled.stream.destroy()
      else ended.addEventListener('abort', () => spooled.stream.destroy(), { once: true })
      return spooled
    } catch (failure) {
      giveBack()
      throw failure
    }
  } catch (failure) {
    leave()
    throw failure
  }
}

/** PDFs that somebody waits for or has not read to the end, by whom they are for. */
const open = new Map<string, number>()
let openOfAll = 0

function admit(holder: Holder): () => void {
  const line = lineOf(holder)
  const mine = open.get(line) ?? 0
  if (mine >= ('link' in holder ? limits.pdfsPerLink : limits.pdfsPerAccount))
    throw new Refused(fail('report.tooMany', { retryAfter: 60 }))
  if (openOfAll >= limits.pdfsOfAll) throw new Refused(fail('report.busy', { retryAfter: 60 }))
  open.set(line, mine + 1)
  openOfAll += 1
  let over = false
  return () => {
    if (over) return
    over = true
    openOfAll -= 1
    const left = (open.get(line) ?? 1) - 1
    if (left > 0) open.set(line, left)
    else open.delete(line)
  }
}

async function turnOf(holder: Holder, ended: AbortSignal): Promise<() => void> {
  const late = AbortSignal.timeout(limits.pdfWaits)
  const asker = { line: lineOf(holder), guest: 'link' in holder }
  return turnToDraw(asker, AbortSignal.any([ended, late])).catch((failure: unknown) => {
    throw late.aborted && !ended.aborted ? new Refused(fail('report.busy', { retryAfter: 60 })) : failure
  })
}

function lineOf(holder: Holder): string {
  return 'link' in holder ? holder.link : holder.account
}
