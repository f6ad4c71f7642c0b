import type { ShrinkAnswer, ShrinkTask } from './shrink.worker.ts'

const thumbnailSide = 320
/** Milliseconds until the original is used instead. */
const shrinkTimeout = 30_000

let worker: Worker | null = null
let count = 0
const waiting = new Map<number, (answer: Omit<ShrinkAnswer, 'id'>) => void>()
const nothing = { picture: null, thumbnail: null }

/** Shrinks a photo in a worker. null = this browser cannot decode or draw it. */
export function shrinkPicture(bytes: ArrayBuffer, type: string): Promise<Omit<ShrinkAnswer, 'id'>> {
  return ask({ bytes, type, shrink: true })
}

/** Makes only the thumbnail for the strip. */
export function thumbnailOf(bytes: ArrayBuffer, type: string): Promise<Omit<ShrinkAnswer, 'id'>> {
  return ask({ bytes, type, shrink: false })
}

function ask(given: Pick<ShrinkTask, 'bytes' | 'type' | 'shrink'>): Promise<Omit<ShrinkAnswer, 'id'>> {
  const own = running()
  if (!own) return Promise.resolve(nothing)
  count += 1
  const id = count
  return new Promise((resolve) => {
    const timeout = setTimeout(() => finish(id, nothing), shrinkTimeout)
    waiting.set(id, (answer) => {
      clearTimeout(timeout)
      resolve(answer)
    })
    own.postMessage({ ...given, id, thumbnailSide } satisfies ShrinkTask)
  })
}

/** Starts the worker while online, because its code is fetched then. */
export function prepareShrinking(): void {
  running()
}

/** null if the browser cannot draw outside the page; the original is sent then. */
function running(): Worker | null {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return null
  if (worker) return worker
  worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<ShrinkAnswer>) => finish(data.id, data)
  worker.onerror = () => {
    for (const id of [...waiting.keys()]) finish(id, nothing)
    worker?.terminate()
    worker = null
  }
  return worker
}

function finish(id: number, answer: Omit<ShrinkAnswer, 'id'>): void {
  waiting.get(id)?.(answer)
  waiting.delete(id)
}
