import { once } from 'node:events'
import { forkIsolated } from './fork-isolated.ts'
import type { Asked, Outcome } from './run-isolated-child.ts'

export interface IsolatedTask {
  /** The module to run: it reads `workerData` and posts one message. */
  readonly module: URL
  readonly data: unknown
  /**
   * Maximum CPU milliseconds of all threads, so that a busy machine rejects no normal work. The maximum clock
   * time is six times as long.
   */
  readonly patience: number
}

const child = new URL('./run-isolated-child.ts', import.meta.url)

/**
 * Runs one task in a separate process. Returns the module's message, or null if it used more CPU time or
 * memory than allowed. Not a thread: a thread that runs out of memory can crash the whole server.
 */
export async function runIsolated({ module, data, patience }: IsolatedTask): Promise<unknown> {
  const process = forkIsolated(child)
  try {
    const asked: Asked = { module: module.href, data, patience }
    const answered = once(process, 'message').then(([outcome]) => outcome as Outcome)
    const ended = once(process, 'exit').then(([code, signal]) => outcomeOf(code, signal))
    process.send(asked)
    const outcome = await Promise.race([answered, ended])
    if (outcome.kind === 'failed') throw new Error(outcome.message)
    return outcome.kind === 'done' ? outcome.done : null
  } finally {
    process.kill('SIGKILL')
  }
}

/** A process out of memory ends by a signal, from itself or the system; any other end is a bug. */
function outcomeOf(code: number | null, signal: NodeJS.Signals | null): Outcome {
  return signal === null
    ? { kind: 'failed', message: `The process ended with ${code} and no word` }
    : { kind: 'too-much' }
}
