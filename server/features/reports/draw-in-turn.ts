import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { type Spooled, spool } from '#server/files/spool.ts'
import { fail, Refused } from '#server/http/failure.ts'
import type { Holder } from '#server/http/ticket.ts'
import { refuseDrawnTooLong, rememberDrawnTooLong } from './drawn-too-long.ts'
import type { DrawingSize } from './pdf/turns.ts'
import { sizeOfWork } from './pdf/work.ts'
import type { Drawable } from './pdf.ts'
import { turnToDraw } from './report-pdf.ts'

interface Wanted {
  readonly holder: Holder
  readonly ended: AbortSignal
  /** Which report it is, in its current state; null if that is not tracked. */
  readonly report: string | null
  /** How large it is likely to be. If it turns out larger once loaded, it waits for another turn. */
  readonly expected: DrawingSize
  /** Called once it is this one's turn, and again if it then had to wait for another one. */
  readonly load: () => Promise<Drawable>
}

/**
 * Drawn at full speed onto the disk and read from there: a turn to draw lasts as long as the drawing does,
 * whatever the reader does. Throws a refusal if there are too many.
 */
export async function drawInTurn(context: Context, wanted: Wanted): Promise<Spooled> {
  const { holder, ended, report } = wanted
  if (report !== null) refuseDrawnTooLong(report)
  const leave = admit(holder)
  try {
    const { drawable, giveBack } = await loadInTurn(wanted)
    try {
      const source = drawable.begin()
      source.once('close', giveBack)
      source.once('error', (failure) => {
        if (report !== null && failure instanceof Refused) rememberDrawnTooLong(report)
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
      giveBack()
      throw failure
    }
  } catch (failure) {
    leave()
    throw failure
  }
}

/**
 * A report that is larger than its turn allows gives it back and waits with others of its size. It is loaded
 * again: nobody waits with that much in memory.
 */
async function loadInTurn(wanted: Wanted) {
  const bySize = ['small', 'usual', 'large'] as const
  for (let size = wanted.expected; ; ) {
    const loaded = await withTurn(wanted, size)
    const actual = sizeOfWork(loaded.drawable.work)
    if (bySize.indexOf(actual) <= bySize.indexOf(size)) return loaded
    loaded.giveBack()
    size = actual
  }
}

async function withTurn({ holder, ended, load }: Wanted, size: DrawingSize) {
  const giveBack = await turnOf(holder, size, ended)
  try {
    return { drawable: await load(), giveBack }
  } catch (failure) {
    giveBack()
    throw failure
  }
}

/** PDFs that someone is waiting for or has not finished reading, by whom they are for. */
const waiting = new Map<string, number>()
let waitingOfAll = 0

function admit(holder: Holder): () => void {
  const line = lineOf(holder)
  const mine = waiting.get(line) ?? 0
  if (mine >= ('link' in holder ? limits.pdfsPerLink : limits.pdfsPerAccount))
    throw new Refused(fail('report.tooMany', { retryAfter: 60 }))
  if (waitingOfAll >= limits.pdfsOfAll) throw new Refused(fail('report.busy', { retryAfter: 60 }))
  waiting.set(line, mine + 1)
  waitingOfAll += 1
  let over = false
  return () => {
    if (over) return
    over = true
    waitingOfAll -= 1
    const left = (waiting.get(line) ?? 1) - 1
    if (left > 0) waiting.set(line, left)
    else waiting.delete(line)
  }
}

async function turnOf(holder: Holder, size: DrawingSize, ended: AbortSignal): Promise<() => void> {
  const late = AbortSignal.timeout(limits.pdfWaits)
  const asker = { line: lineOf(holder), guest: 'link' in holder, size }
  return turnToDraw(asker, AbortSignal.any([ended, late])).catch((failure: unknown) => {
    throw late.aborted && !ended.aborted ? new Refused(fail('report.busy', { retryAfter: 60 })) : failure
  })
}

function lineOf(holder: Holder): string {
  return 'link' in holder ? holder.link : holder.account
}
