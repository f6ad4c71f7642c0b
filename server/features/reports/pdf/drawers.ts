import { Worker } from 'node:worker_threads'
import type { FromWorker, Started, ToWorker } from './protocol.ts'

/** Whom a worker draws for. */
interface User {
  readonly hear: (message: FromWorker) => void
  readonly failed: (error: Error) => void
}

/** A worker thread that draws one report after the other. */
export interface Drawer {
  tell(message: ToWorker, move?: ArrayBuffer[]): void
  /** It has drawn all of its report, and may draw another. */
  giveBack(heap: number): void
  /** It is not to be used again. */
  end(): Promise<unknown>
}

const memoryMb = 1024
/** Starting one takes longer than drawing most reports; so few wait for the next, and not for long. */
const mostIdle = 2
const idleFor = 3 * 60_000
/** Then it is replaced, whatever it holds by then, and at once where a large report made it large. */
const mostReports = 50
const largeHeap = 256 * 1024 * 1024

interface Kept {
  readonly worker: Worker
  user: User | null
  drawn: number
  idle: NodeJS.Timeout | undefined
}

const waiting: Kept[] = []

/** One that waits, the one used last first, or a new one. */
export function takeDrawer(user: User): Drawer {
  const kept = waiting.pop() ?? start({ rehearse: false })
  clearTimeout(kept.idle)
  kept.user = user
  kept.worker.ref()
  return {
    tell: (message, move = []) => kept.worker.postMessage(message, move),
    giveBack(heap) {
      kept.user = null
      kept.drawn += 1
      const spent = kept.drawn >= mostReports || heap > largeHeap
      if (spent || waiting.length >= mostIdle) void kept.worker.terminate()
      else wait(kept)
    },
    end: () => kept.worker.terminate(),
  }
}

/** Somebody looks at a report, and may want its PDF next: one is started where none waits. */
export function expectDrawing(): void {
  if (waiting.length === 0) wait(start({ rehearse: true }))
}

function start(started: Started): Kept {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: started,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const kept: Kept = { worker, user: null, drawn: 0, idle: undefined }
  // These stay for its life: a port whose last listener was taken off hears nothing any more.
  worker.on('message', (message: FromWorker) => kept.user?.hear(message))
  worker.on('error', (error: Error) => kept.user?.failed(error))
  worker.on('exit', () => {
    clearTimeout(kept.idle)
    const at = waiting.indexOf(kept)
    if (at >= 0) waiting.splice(at, 1)
    kept.user?.failed(new Error('the report worker ended early'))
  })
  return kept
}

/** It keeps no process alive. */
function wait(kept: Kept): void {
  kept.idle = setTimeout(() => {
    waiting.splice(waiting.indexOf(kept), 1)
    void kept.worker.terminate()
  }, idleFor).unref()
  kept.worker.unref()
  waiting.push(kept)
}
