import { Readable } from 'node:stream'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import type { ReportDocument } from '#survey/report.ts'
import { drawnTooLong } from './drawn-too-long.ts'
import { type Drawer, takeDrawer } from './pdf/drawers.ts'
import { pieceSize } from './pdf/outlet.ts'
import { figuresOf, type PdfPhoto } from './pdf/photo-feed.ts'
import { headOf } from './pdf/photo-head.ts'
import type { FromDrawer, Order, ToDrawer } from './pdf/protocol.ts'
import type { DrawingSize } from './pdf/turns.ts'

export type { PdfPhoto } from './pdf/photo-feed.ts'

export interface PdfSources {
  /** Null, or a failure: the photo is not available; the report says so in its place and goes on. */
  photo(mediaId: string): Promise<PdfPhoto | null>
  /** Null: no link, the caption only. */
  videoUrl(mediaId: string): string | null
}

export interface PdfOptions {
  /** A folder of further fonts, used for characters that the included ones lack. */
  readonly fontDir: string | null
  readonly now: Date
  readonly log: { warn(details: object, message: string): void }
  /** A report without progress for this long is given up: the reader is gone or something hangs. */
  readonly stallMs?: number
  /** A drawing that takes longer is ended, whether or not it makes progress. */
  readonly limitMs: number
  /** A large one is drawn after all others. */
  readonly size?: DrawingSize
}

/** A report that can be drawn. */
export interface Drawable {
  /** What drawing it takes (`pdf/work.ts`). */
  readonly work: number
  readonly begin: () => Readable
}

const defaultStallMs = 120_000

/**
 * The report as a PDF, from its first page on while the rest is still drawn in a separate process. Destroying
 * the stream before its end ends that process; a failure in it destroys the stream, and so does the limit, with
 * a message for the reader.
 */
export function streamReportPdf(
  document: ReportDocument,
  sources: PdfSources,
  options: PdfOptions,
): Readable {
  let drawer: Drawer | null = null
  let wanted = false
  let stall: NodeJS.Timeout | undefined
  let limit: NodeJS.Timeout | undefined
  const pieces: Uint8Array[] = []
  /** Photos whose place in the file is still to come. */
  const photos = new Map<number, Uint8Array>()
  let done = false

  const stream = new Readable({
    highWaterMark: pieceSize,
    read() {
      wanted = true
      deliver()
    },
    destroy(error, finished) {
      clearTimeout(stall)
      clearTimeout(limit)
      pieces.length = 0
      photos.clear()
      const ending = drawer?.end() ?? Promise.resolve()
      ending.then(() => finished(error), finished)
    },
  })

  function deliver(): void {
    alive()
    while (wanted && pieces.length > 0) {
      const piece = pieces.shift()
      if (!piece) return
      send({ kind: 'taken', bytes: piece.byteLength })
      wanted = stream.push(piece)
    }
    if (done && pieces.length === 0) stream.push(null)
  }

  function send(message: ToDrawer): void {
    drawer?.send(message)
  }

  function alive(): void {
    clearTimeout(stall)
    if (stream.destroyed || done) return
    stall = setTimeout(
      () => stream.destroy(new Error('the report stood still')),
      options.stallMs ?? defaultStallMs,
    )
    stall.unref()
  }

  async function answer(ask: number, mediaId: string): Promise<void> {
    const photo = await sources.photo(mediaId).catch((error: unknown) => {
      options.log.warn({ err: error, mediaId }, 'a photo of the report could not be read')
      return null
    })
    if (stream.destroyed) return
    alive()
    if (photo) photos.set(ask, photo.bytes)
    send({ kind: 'photo', ask, photo: photo && headOf(photo) })
  }

  function receive(message: FromDrawer): void {
    if (stream.destroyed) return
    if (message.kind === 'photo') {
      void answer(message.ask, message.mediaId)
      return
    }
    if (message.kind === 'failed') {
      stream.destroy(message.error)
      return
    }
    if (message.kind === 'piece') pieces.push(message.bytes)
    else if (message.kind === 'photo-bytes') place(message.ask)
    else finish(message.missing, message.heap)
    deliver()
  }

  function place(ask: number): void {
    const bytes = photos.get(ask)
    photos.delete(ask)
    if (bytes) pieces.push(bytes)
    else stream.destroy(new Error('a photo stands in the report that was not given'))
  }

  function finish(missing: readonly string[], heap: number): void {
    done = true
    clearTimeout(limit)
    photos.clear()
    drawer?.giveBack(heap)
    drawer = null
    if (missing.length === 0) return
    options.log.warn({ characters: missing.slice(0, 50) }, 'no font has these characters of the report')
  }

  function begin(): void {
    const { fontDir, now } = options
    const order: Order = {
      document,
      options: { fontDir, now: now.toISOString() },
      // A separate process knows nothing of the call.
      language: spokenLanguage(),
      videoUrls: videoUrls(document, sources),
    }
    drawer = takeDrawer({ receive, failed: (error) => stream.destroy(error) }, options.size ?? 'usual')
    send({ kind: 'draw', order })
    alive()
    limit = setTimeout(giveUp, options.limitMs)
    limit.unref()
  }

  function giveUp(): void {
    const { surveyId } = document
    options.log.warn({ surveyId, milliseconds: options.limitMs }, 'a report took longer to draw than it may')
    stream.destroy(drawnTooLong())
  }

  begin()
  return stream
}

function videoUrls(document: ReportDocument, sources: PdfSources): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const mediaId of figuresOf(document, 'video')) {
    const url = sources.videoUrl(mediaId)
    if (url !== null) found.set(mediaId, url)
  }
  return found
}
