import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import type { Context, Db } from '#server/context.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { type FileStore, StoreUnavailable } from '#server/files/store.ts'
import type { Holder } from '#server/http/ticket.ts'
import { reportOf } from '#survey/report.ts'
import { captioned } from './captions.ts'
import { readStoredCopies, readStoredPlans } from './data.ts'
import { openFairQueue, type Requester } from './pdf/fair-queue.ts'
import { renderCost, sizeForCost } from './pdf/render-cost.ts'
import { warmUpRenderer } from './pdf/renderers.ts'
import { type Drawable, type PdfSources, streamReportPdf } from './pdf.ts'
import { isGuest } from './policy.ts'

/** A process uses one core and up to 200 MB while it renders. On two cores, one stays free for requests. */
const turns = openFairQueue({
  ofSmall: 1,
  ofAccounts: availableParallelism() > 2 ? 2 : 1,
  ofGuests: 1,
  ofLarge: 1,
})

/** Waits for a rendering slot and returns a function that releases it. */
export function waitForRenderSlot(asker: Requester, ended: AbortSignal): Promise<() => void> {
  return turns.take(asker, ended)
}

interface Drawing {
  readonly surveyId: string
  readonly holder: Holder
  readonly videoPage: string
  readonly now: Date
}

/**
 * Loads a survey's report for rendering, with photos inside it and videos as links to the page that shows
 * them.
 */
export async function loadReportPdf(
  { files, config, log, tools }: Context,
  db: Db,
  { surveyId, holder, videoPage, now }: Drawing,
): Promise<Drawable> {
  warmUpRenderer()
  const [{ survey, media }, photos, plans] = await Promise.all([
    loadWithMedia(db, surveyId),
    readStoredCopies(db, surveyId, ['report']),
    readStoredPlans(db, surveyId, 'report'),
  ])
  const { makesCopies } = tools
  const report = captioned(reportOf(survey, { forGuests: isGuest(holder) }), media, { holder, makesCopies })
  const sources: PdfSources = {
    async photo(mediaId) {
      const copy = plans.get(mediaId) ?? photos.get(mediaId)?.[0]
      if (!copy) return null
      const { width, height, storeKey } = copy
      return width && height ? { bytes: await wholeFile(files, storeKey), width, height } : null
    },
    videoUrl: () => videoPage,
  }
  const { fontDir, pdfWithin } = config
  // Keeps the language of the load, whichever request starts the rendering.
  const work = renderCost(report)
  const begin = AsyncLocalStorage.bind(() =>
    streamReportPdf(report, sources, { fontDir, now, log, limitMs: pdfWithin, size: sizeForCost(work) }),
  )
  return { work, begin }
}

async function wholeFile(files: FileStore, key: string): Promise<Uint8Array> {
  const file = await files.open(key)
  try {
    const bytes = Buffer.allocUnsafeSlow(file.size)
    for (let at = 0; at < bytes.length; ) {
      const read = await file.read(bytes.subarray(at), at)
      if (read === 0) throw new StoreUnavailable('A file of the store is shorter than it was')
      at += read
    }
    return bytes
  } finally {
    await file.close()
  }
}
