import { once } from 'node:events'
import { forkIsolated } from './fork-isolated.ts'
import type { Asked, Outcome } from './run-isolated-child.ts'

export interface IsolatedTask {
  /** The module that does the work: it reads `workerData` and posts one message. */
  readonly module: URL
  readonly data: unknown
  /**
   * Milliseconds of a processor, of all threads of the process, so that a busy machine rejects no honest work. Work also
   * ends after six times as long by the clock.
   */
  readonly patience: number
}

const child = new URL('./run-isolated-child.ts', import.meta.url)

/**
 * Does one piece of work apart from the server, which answers others meanwhile. Returns what the module posts, or null
 * where that took more of a processor, or of memory, than honest work does. In a process of its own: a thread whose memory
 * is full ends with an error in most cases, and in some with everything that runs beside it.
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

/** Full memory ends a process by a signal, from itself or from the system; by anything else the program is broken. */
function outcomeOf(code: number | null, signal: NodeJS.Signals | null): Outcome {
  return signal === null
    ? { kind: 'failed', message: `The process ended with ${code} and no word` }
    : { kind: 'too-much' }
}
