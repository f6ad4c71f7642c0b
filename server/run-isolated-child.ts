import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A task for the child: the module's address and the options of `runIsolated`. */
export interface Asked {
  readonly module: string
  readonly data: unknown
  readonly patience: number
}

/** The child's only reply. */
export type Outcome =
  | { readonly kind: 'done'; readonly done: unknown }
  | { readonly kind: 'too-much' }
  | { readonly kind: 'failed'; readonly message: string }

const heapMegabytes = 256
/** Multiple of `patience` in clock time: work that waits forever uses no processor. */
const longestWait = 6

/** Runs the module in a thread, so that this one can measure time meanwhile. */
async function work({ module, data, patience }: Asked): Promise<Outcome> {
  const worker = new Worker(new URL(module), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  const over = new AbortController()
  const [began, before] = [performance.now(), process.cpuUsage()]
  const watch = setInterval(() => {
    // Whole process: unpacking uses threads besides the worker's.
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 > patience || performance.now() - began > patience * longestWait) over.abort()
  }, 50)
  try {
    const posted = once(worker, 'message', { signal: over.signal })
    const silent = once(worker, 'exit').then((): Outcome => ({ kind: 'failed', message: 'It told nothing' }))
    return await Promise.race([posted.then(([done]): Outcome => ({ kind: 'done', done })), silent])
  } catch (error) {
    if (over.signal.aborted || isOutOfMemory(error)) return { kind: 'too-much' }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  } finally {
    // The process ends with the outcome. Ending the worker first would wait for its other threads.
    clearInterval(watch)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

// Ends with the server. `exit` would wait for other threads.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', async (asked: Asked) => {
  const outcome = await work(asked)
  // `runIsolated` ends this process when it has the outcome.
  process.send?.(outcome)
})
