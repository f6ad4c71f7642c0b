import { getHeapStatistics } from 'node:v8'
import { inLanguage } from '#server/language.ts'
import type { ReportDocument } from '#survey/report.ts'
import { type ChunkedOutput, openChunkedOutput } from './chunked-output.ts'
import { openPhotoFeed, type PdfPhoto, picturesOf } from './photo-feed.ts'
import type { FromRenderer, PhotoHeader, RenderOrder, ToRenderer } from './protocol.ts'
import { renderReport } from './render.ts'

/** Renders one report after another; a failed report ends the process. */
const post = (message: FromRenderer, sent = () => {}) => process.send?.(message, sent)

let output: ChunkedOutput | null = null
let lastAsk = 0
const asked = new Map<number, (photo: PhotoHeader | null) => void>()
/** Request number of each photo, keyed by the memory of its placeholder bytes. */
const standIns = new WeakMap<ArrayBuffer, number>()

/** Memory of placed photos, for reuse. */
const free: ArrayBuffer[] = []
/** Rounds sizes up so that memory fits the next photo: photos of a report have similar sizes. */
const steps = 256 * 1024
/** PDFKit searches for the orientation up to this marker (SOS). */
const startOfScan = [0xff, 0xda]

/**
 * Returns placeholder bytes with the parts of a photo that PDFKit reads. The parts that it only copies are
 * missing.
 */
function standIn(ask: number, { head, length, width, height }: PhotoHeader): PdfPhoto {
  if (head.length === length) return { bytes: head, width, height }
  const at = free.findIndex(({ byteLength }) => byteLength >= length)
  const [memory = new ArrayBuffer(Math.ceil(length / steps) * steps)] = at < 0 ? [] : free.splice(at, 1)
  const bytes = new Uint8Array(memory, 0, length)
  bytes.set(head)
  bytes.set(startOfScan, head.length)
  standIns.set(memory, ask)
  return { bytes, width, height }
}

function send(bytes: Uint8Array): void {
  const memory = bytes.buffer as ArrayBuffer
  const ask = standIns.get(memory)
  if (ask === undefined) return void post({ kind: 'piece', bytes })
  post({ kind: 'photo-bytes', ask })
  standIns.delete(memory)
  free.push(memory)
}

async function draw({ document, options, videoUrls, language }: RenderOrder): Promise<void> {
  output = openChunkedOutput(send)
  const into = output
  const photos = openPhotoFeed(picturesOf(document), (mediaId) => {
    lastAsk += 1
    const ask = lastAsk
    return new Promise((resolve) => {
      asked.set(ask, (photo) => resolve(photo && standIn(ask, photo)))
      post({ kind: 'photo', ask, mediaId })
    })
  })
  const sources = { photos, videoUrl: (mediaId: string) => videoUrls.get(mediaId) ?? null }
  const missing = await inLanguage(language, () => renderReport(document, sources, options, into))
  post({ kind: 'done', missing, heap: getHeapStatistics().total_heap_size })
}

const moment = '2026-01-01T00:00:00Z'

async function warmUp(): Promise<void> {
  const words = 'Aa 1'
  const nothing: ReportDocument = {
    surveyId: '',
    name: words,
    owner: words,
    createdBy: words,
    createdAt: moment,
    lastEdited: moment,
    progress: words,
    templateName: words,
    timeZone: null,
    photoCount: 0,
    videoCount: 0,
    plans: [],
    sections: [{ id: '', name: words, parts: [{ id: '', heading: words, rows: [] }] }],
  }
  const sources = { photos: openPhotoFeed([], async () => null), videoUrl: () => null }
  const discarded = openChunkedOutput(() => {})
  await renderReport(nothing, sources, { fontDir: null, now: moment }, discarded)
}

let warmedUp = Promise.resolve()

process.on('message', (message: ToRenderer) => {
  switch (message.kind) {
    case 'warm-up':
      warmedUp = warmUp()
      return
    case 'draw':
      warmedUp
        .then(() => draw(message.order))
        .catch((error: Error) => post({ kind: 'failed', error }, () => process.exit(1)))
      return
    case 'taken':
      return output?.taken(message.bytes)
    case 'photo':
      asked.get(message.ask)?.(message.photo)
      asked.delete(message.ask)
  }
})

// Exits with the server. A stopping server still sends its responses, so this process ignores its signals.
process.once('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
