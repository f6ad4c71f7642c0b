import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { inLanguage } from '#server/language.ts'
import type { ReportDocument } from '#survey/report.ts'
import { type Outlet, openOutlet } from './outlet.ts'
import { openPhotoFeed, type PdfPhoto, picturesOf } from './photo-feed.ts'
import type { FromWorker, Order, Started, ToWorker } from './protocol.ts'
import { renderReport } from './render.ts'

/** Draws one report after the other, as it is told to; one that fails ends it. */
const port = parentPort
if (!port) throw new Error('the report worker runs in a worker thread only')

const tell = (message: FromWorker, move: ArrayBuffer[] = []) => port.postMessage(message, move)

let outlet: Outlet | null = null
let asks = 0
const asked = new Map<number, (photo: PdfPhoto | null) => void>()

async function draw({ document, options, videoUrls, language }: Order): Promise<void> {
  outlet = openOutlet((bytes) => tell({ kind: 'piece', bytes }, [bytes.buffer]))
  const into = outlet
  const photos = openPhotoFeed(picturesOf(document), (mediaId) => {
    asks += 1
    const ask = asks
    return new Promise((resolve) => {
      asked.set(ask, resolve)
      tell({ kind: 'photo', ask, mediaId })
    })
  })
  const sources = { photos, videoUrl: (mediaId: string) => videoUrls.get(mediaId) ?? null }
  const missing = await inLanguage(language, () => renderReport(document, sources, options, into))
  tell({ kind: 'done', missing, heap: getHeapStatistics().total_heap_size })
}

const moment = '2026-01-01T00:00:00Z'

async function rehearse(): Promise<void> {
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
  const unheard = openOutlet(() => {})
  await renderReport(nothing, sources, { fontDir: null, now: moment }, unheard)
}

if ((workerData as Started).rehearse) await rehearse()

port.on('message', (message: ToWorker) => {
  if (message.kind === 'draw') return void draw(message.order)
  if (message.kind === 'taken') return outlet?.taken(message.bytes)
  asked.get(message.ask)?.(message.photo)
  asked.delete(message.ask)
})
