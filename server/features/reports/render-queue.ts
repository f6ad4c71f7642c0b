import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { type Spooled, spool } from '#server/files/spool.ts'
import { fail, Refused } from '#server/http/failure.ts'
import type { Holder } from '#server/http/ticket.ts'
import type { ReportSize } from './pdf/fair-queue.ts'
import { sizeForCost } from './pdf/render-cost.ts'
import type { Drawable } from './pdf.ts'
import { recordRenderTimeout, rejectTimedOutReport } from './render-timeout.ts'
import { waitForRenderSlot } from './report-pdf.ts'

interface Wanted {
  readonly holder: Holder
  readonly ended: AbortSignal
  /** Identifies the report in its current state; null if timeouts are not tracked for it. */
  readonly report: string | null
  /** Estimated size. If the loaded report is larger, it waits in the queue for its actual size. */
  readonly expected: ReportSize
  /** Called when admitted, and again after each further wait. */
  readonly load: () => Promise<Drawable>
}

/**
 * Renders a PDF when the queue admits it, at full speed into a spool file, so a slow reader does not hold a
 * slot. Throws a refusal if too many are waiting.
 */
export async function renderQueued(context: Context, wanted: Wanted): Promise<Spooled> {
  const { holder, ended, report } = wanted
  if (report !== null) rejectTimedOutReport(report)
  const leave = admit(holder)
  try {
    const { drawable, release } = await loadInSlot(wanted)
    try {
      const source = drawable.begin()
      source.once('close', release)
      source.once('error', (failure) => {
        if (report !== null && failure instanceof Refused) recordRenderTimeout(report)
      })
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
      release()
      throw failure
    }
  } catch (failure) {
    leave()
    throw failure
  }
}

/**
 * Loads the report. One that is larger than its slot allows releases the slot and the memory, waits with
 * reports of its size, and loads again.
 */
async function loadInSlot(wanted: Wanted) {
  const bySize = ['small', 'usual', 'large'] as const
  for (let size = wanted.expected; ; ) {
    const loaded = await withSlot(wanted, size)
    const actual = sizeForCost(loaded.drawable.work)
    if (bySize.indexOf(actual) <= bySize.indexOf(size)) return loaded
    loaded.release()
    size = actual
  }
}

async function withSlot({ holder, ended, load }: Wanted, size: ReportSize) {
  const release = await waitForSlot(holder, size, ended)
  try {
    return { drawable: await load(), release }
  } catch (failure) {
    release()
    throw failure
  }
}

/** Number of unfinished PDFs per account or link. */
const waiting = new Map<string, number>()
let waitingInAll = 0

function admit(holder: Holder): () => void {
  const line = lineOf(holder)
  const mine = waiting.get(line) ?? 0
  if (mine >= ('link' in holder ? limits.pdfsPerLink : limits.pdfsPerAccount))
    throw new Refused(fail('report.tooMany', { retryAfter: 60 }))
  if (waitingInAll >= limits.pdfsOfAll) throw new Refused(fail('report.busy', { retryAfter: 60 }))
  waiting.set(line, mine + 1)
  waitingInAll += 1
  let over = false
  return () => {
    if (over) return
    over = true
    waitingInAll -= 1
    const left = (waiting.get(line) ?? 1) - 1
    if (left > 0) waiting.set(line, left)
    else waiting.delete(line)
  }
}

async function waitForSlot(holder: Holder, size: ReportSize, ended: AbortSignal): Promise<() => void> {
  const late = AbortSignal.timeout(limits.pdfWaits)
  const asker = { line: lineOf(holder), guest: 'link' in holder, size }
  return waitForRenderSlot(asker, AbortSignal.any([ended, late])).catch((failure: unknown) => {
    throw late.aborted && !ended.aborted ? new Refused(fail('report.busy', { retryAfter: 60 })) : failure
  })
}

function lineOf(holder: Holder): string {
  return 'link' in holder ? holder.link : holder.account
}
