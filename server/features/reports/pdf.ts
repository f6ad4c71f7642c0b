import { Readable } from 'node:stream'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import type { ReportDocument } from '#survey/report.ts'
import { pieceSize } from './pdf/chunked-output.ts'
import type { ReportSize } from './pdf/fair-queue.ts'
import { figuresOf, type PdfPhoto } from './pdf/photo-feed.ts'
import { headerOf } from './pdf/photo-header.ts'
import type { FromRenderer, RenderOrder, ToRenderer } from './pdf/protocol.ts'
import { acquireRenderer, type Renderer } from './pdf/renderers.ts'
import { renderTimeout } from './render-timeout.ts'

export type { PdfPhoto } from './pdf/photo-feed.ts'

export interface PdfSources {
  /** Returns null or rejects if the photo is not available; the report then shows a note in its place. */
  photo(mediaId: string): Promise<PdfPhoto | null>
  /** Returns null for a video without a link. */
  videoUrl(mediaId: string): string | null
}

export interface PdfOptions {
  /** A folder of additional fonts for characters that the included fonts lack. */
  readonly fontDir: string | null
  readonly now: Date
  readonly log: { warn(details: object, message: string): void }
  /** Milliseconds without progress after which rendering is aborted. */
  readonly stallMs?: number
  /** Milliseconds after which rendering is aborted, with or without progress. */
  readonly limitMs: number
  /** Large reports get the lowest process priority. */
  readonly size?: ReportSize
}

/** A loaded report, ready to be rendered. */
export interface Drawable {
  /** Estimated cost (`pdf/render-cost.ts`). */
  readonly work: number
  readonly begin: () => Readable
}

const defaultStallMs = 120_000

/**
 * Streams the report as a PDF while another process still renders it. Destroying the stream ends that
 * process. If the process fails or exceeds its limit, the stream is destroyed with the error.
 */
export function streamReportPdf(
  document: ReportDocument,
  sources: PdfSources,
  options: PdfOptions,
): Readable {
  let renderer: Renderer | null = null
  let wanted = false
  let stall: NodeJS.Timeout | undefined
  let limit: NodeJS.Timeout | undefined
  const pieces: Uint8Array[] = []
  /** Photos that are not yet placed in the file, by request number. */
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
      const ending = renderer?.end() ?? Promise.resolve()
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

  function send(message: ToRenderer): void {
    renderer?.send(message)
  }

  function alive(): void {
    clearTimeout(stall)
    if (stream.destroyed || done) return
    stall = setTimeout(
      () => stream.destroy(new Error('the report made no progress')),
      options.stallMs ?? defaultStallMs,
    )
    stall.unref()
  }

  async function answer(ask: number, mediaId: string): Promise<void> {
    const photo = await sources.photo(mediaId).catch((error: unknown) => {
      options.log.warn({ err: error, mediaId }, 'a photo of a report could not be read')
      return null
    })
    if (stream.destroyed) return
    alive()
    if (photo) photos.set(ask, photo.bytes)
    send({ kind: 'photo', ask, photo: photo && headerOf(photo) })
  }

  function receive(message: FromRenderer): void {
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
    else stream.destroy(new Error('the rendering process placed an unknown photo'))
  }

  function finish(missing: readonly string[], heap: number): void {
    done = true
    clearTimeout(limit)
    photos.clear()
    renderer?.release(heap)
    renderer = null
    if (missing.length === 0) return
    options.log.warn({ characters: missing.slice(0, 50) }, 'no font has these characters of a report')
  }

  function begin(): void {
    const { fontDir, now } = options
    const order: RenderOrder = {
      document,
      options: { fontDir, now: now.toISOString() },
      // The other process does not share this request's language.
      language: spokenLanguage(),
      videoUrls: videoUrls(document, sources),
    }
    renderer = acquireRenderer({ receive, failed: (error) => stream.destroy(error) }, options.size ?? 'usual')
    send({ kind: 'draw', order })
    alive()
    limit = setTimeout(giveUp, options.limitMs)
    limit.unref()
  }

  function giveUp(): void {
    const { surveyId } = document
    options.log.warn(
      { surveyId, milliseconds: options.limitMs },
      'rendering a report took longer than allowed',
    )
    stream.destroy(renderTimeout())
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
