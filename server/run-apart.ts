import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Apart {
  /** The module that does the work: it reads `workerData` and posts one message. */
  readonly module: URL
  readonly data: unknown
  /** Milliseconds of a processor, so that a busy machine refuses no honest work. */
  readonly patience: number
}

const heapMegabytes = 256

/**
 * Does one piece of work apart from the server's own thread, which answers others meanwhile. Returns what the module
 * posts, or null where that took more of a processor, or of memory, than honest work does.
 */
export async function runApart({ module, data, patience }: Apart): Promise<unknown> {
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stderr: true,
  })
  // What a library remarks about somebody's file is not for the operator; what goes wrong comes as an error.
  worker.stderr.resume()
  const over = new AbortController()
  const watch = setInterval(() => {
    // It may have ended by itself between two looks.
    worker.cpuUsage().then(
      ({ user }) => user / 1_000 > patience && over.abort(),
      () => undefined,
    )
  }, 100)
  try {
    const [done] = await once(worker, 'message', { signal: over.signal })
    return done
  } catch (error) {
    if (over.signal.aborted || isOutOfMemory(error)) return null
    throw error
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

/** A line in which each piece of work begins when the one before has ended: many of them must not take the machine. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    // What became of it is for whoever asked; the next one only waits.
    last = done.catch(() => undefined)
    return done
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
