import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { compileCacheEnv } from '#server/fork-isolated.ts'
import { weightedLimit } from '../weighted-limit.ts'
import type { Answer } from './tasks.ts'

export interface PoolOptions {
  /** The child's program: it answers each message with an Answer. */
  readonly program?: URL
  readonly size?: number
  /** Limit per task, excluding waiting time. */
  readonly timeoutMs?: number
  /** Expected memory of all running tasks together. */
  readonly budgetBytes?: number
  /**
   * Limit for the whole child. Enforced where the system reports memory (Linux); elsewhere only the time and
   * pixel limits apply.
   */
  readonly memoryBytes?: number
  /** An idle child ends after this time. */
  readonly idleMs?: number
}

export type Outcome =
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'timeout' | 'too-much-memory' | 'crashed' }

export interface Pool<Task> {
  /**
   * Waits for a free child and for enough of the memory budget. Never rejects: a failure of the child is an
   * outcome.
   */
  run(task: Task, bytes?: number): Promise<Outcome>
  close(): void
}

const memoryLook = 100

/** A pool of child processes that start on demand, run one task at a time, and may crash. */
export function openPool<Task>(options: PoolOptions = {}): Pool<Task> {
  const { size = 2, timeoutMs = 30_000, memoryBytes = 1_200_000_000, idleMs = 30_000 } = options
  const { budgetBytes = 1_000_000_000 } = options
  const program = fileURLToPath(options.program ?? new URL('./main.ts', import.meta.url))
  const idle: { child: ChildProcess; ends: NodeJS.Timeout }[] = []
  const inTurn = pLimit(size)
  const inBudget = weightedLimit(budgetBytes)
  let closed = false

  const run = (task: Task, bytes = 0) =>
    inBudget(bytes, () =>
      inTurn(async (): Promise<Outcome> => {
        if (closed) return { state: 'crashed' }
        const waiting = takeIdle()
        const outcome = await ask(waiting ?? start(program), task)
        // An idle child may have been ended just now by its timer or the system, and not by the task.
        if (outcome.state !== 'crashed' || !waiting || closed) return outcome
        return ask(start(program), task)
      }),
    )

  function takeIdle(): ChildProcess | null {
    for (let known = idle.pop(); known; known = idle.pop()) {
      clearTimeout(known.ends)
      if (known.child.connected && known.child.exitCode === null) return known.child
    }
    return null
  }

  function giveBack(child: ChildProcess, rss: number): void {
    // Decoders do not release memory, so a child that has grown is replaced by a new one.
    if (closed || !child.connected || rss > memoryBytes / 4) {
      child.kill('SIGKILL')
      return
    }
    child.unref()
    child.channel?.unref()
    const ends = setTimeout(() => child.kill('SIGKILL'), idleMs).unref()
    idle.push({ child, ends })
  }

  function ask(child: ChildProcess, task: Task): Promise<Outcome> {
    return new Promise((resolve) => {
      child.ref()
      child.channel?.ref()
      const finish = (outcome: Outcome, rss: number | null) => {
        clearTimeout(late)
        clearInterval(looking)
        child.removeAllListeners()
        child.on('error', () => undefined)
        if (rss === null) child.kill('SIGKILL')
        else giveBack(child, rss)
        resolve(outcome)
      }
      const late = setTimeout(() => finish({ state: 'timeout' }, null), timeoutMs)
      const looking = setInterval(async () => {
        if ((await residentBytes(child.pid)) > memoryBytes) finish({ state: 'too-much-memory' }, null)
      }, memoryLook)
      child.once('message', ({ value, rss }: Answer) => finish({ state: 'done', value }, rss))
      child.once('error', () => finish({ state: 'crashed' }, null))
      child.once('exit', () => finish({ state: 'crashed' }, null))
      child.send(task as object, (failure) => failure && finish({ state: 'crashed' }, null))
    })
  }

  function close(): void {
    closed = true
    for (const { child, ends } of idle.splice(0)) {
      clearTimeout(ends)
      child.kill('SIGKILL')
    }
  }

  return { run, close }
}

/** The child gets nothing from the server's environment: no addresses, no passwords. */
function start(program: string): ChildProcess {
  return fork(program, [], {
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { MALLOC_ARENA_MAX: '2', ...compileCacheEnv() },
  })
}

async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024
}
