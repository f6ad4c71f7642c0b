import { parentPort, workerData } from 'node:worker_threads'
import { inLanguage } from '#server/language.ts'
import { openOutlet } from './outlet.ts'
import { openPhotoFeed, type PdfPhoto, picturesOf } from './photo-feed.ts'
import type { FromWorker, Order, ToWorker } from './protocol.ts'
import { renderReport } from './render.ts'

/** One worker draws one report and ends. */
const port = parentPort
if (!port) throw new Error('the report worker runs in a worker thread only')

const { document, options, videoUrls, language } = workerData as Order
const asked = new Map<number, (photo: PdfPhoto | null) => void>()

const tell = (message: FromWorker, move: ArrayBuffer[] = []) => port.postMessage(message, move)
const outlet = openOutlet((bytes) => tell({ kind: 'piece', bytes }, [bytes.buffer]))

port.on('message', (message: ToWorker) => {
  if (message.kind === 'taken') return outlet.taken(message.bytes)
  asked.get(message.ask)?.(message.photo)
  asked.delete(message.ask)
})

let asks = 0
const photos = openPhotoFeed(picturesOf(document), (mediaId) => {
  asks += 1
  const ask = asks
  return new Promise((resolve) => {
    asked.set(ask, resolve)
    tell({ kind: 'photo', ask, mediaId })
  })
})

const sources = { photos, videoUrl: (mediaId: string) => videoUrls.get(mediaId) ?? null }
const missing = await inLanguage(language, () => renderReport(document, sources, options, outlet))
tell({ kind: 'done', missing })
port.close()
