import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What the child is told: the module's address, and the rest as `runApart` was given it. */
export interface Asked {
  readonly module: string
  readonly data: unknown
  readonly patience: number
}

/** What it answers, once. */
export type Outcome =
  | { readonly kind: 'done'; readonly done: unknown }
  | { readonly kind: 'too-much' }
  | { readonly kind: 'failed'; readonly message: string }

const heapMegabytes = 256
/** Times `patience`: work that waits for something that never comes uses no processor. */
const longestWait = 6

/** In a thread of its own, so that this one can look at the clock while it works. */
async function work({ module, data, patience }: Asked): Promise<Outcome> {
  const worker = new Worker(new URL(module), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  const over = new AbortController()
  const [began, before] = [performance.now(), process.cpuUsage()]
  const watch = setInterval(() => {
    // Of the whole process: unpacking runs on threads beside the worker's.
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
    // The process ends with the outcome. Ending the worker first would wait for what it began on other threads.
    clearInterval(watch)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

// When the server is gone. `exit` would wait for work on other threads.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', async (asked: Asked) => {
  const outcome = await work(asked)
  // `runApart` ends this process once it has the outcome.
  process.send?.(outcome)
})
