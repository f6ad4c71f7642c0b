import type { ChildProcess } from 'node:child_process'
import { forkIsolated, lowerPriority } from '#server/fork-isolated.ts'
import type { ReportSize } from './fair-queue.ts'
import type { FromRenderer, ToRenderer } from './protocol.ts'

/** The caller that a process renders for. */
interface User {
  readonly receive: (message: FromRenderer) => void
  readonly failed: (error: Error) => void
}

/**
 * A process that renders one report after another. Not a thread: a thread that runs out of memory can crash
 * the whole server.
 */
export interface Renderer {
  send(message: ToRenderer): void
  /** Returns the process for the next report. `heap` is its memory in bytes. */
  release(heap: number): void
  /** Kills the process. */
  end(): Promise<void>
}

const program = new URL('./renderer-child.ts', import.meta.url)
const memoryMb = 1024
/** Starting a process takes longer than rendering most reports, so a few stay idle for a while. */
const mostIdle = 2
const idleFor = 3 * 60_000
/** A process is replaced after this many reports, or at once if its heap has grown large. */
const mostReports = 50
const largeHeap = 256 * 1024 * 1024

/** Added to the server's niceness: requests run before rendering, and everything before large reports. */
const niceness = { usual: 5, large: 15 } as const

interface Kept {
  readonly process: ChildProcess
  readonly ended: Promise<void>
  /** Raising the priority again needs privileges, so such a process renders only one report. */
  readonly isLarge: boolean
  user: User | null
  drawn: number
  idle: NodeJS.Timeout | undefined
}

const waiting: Kept[] = []

/** Returns the idle process that was used last, or a new one; always a new one for a large report. */
export function acquireRenderer(user: User, size: ReportSize): Renderer {
  const isLarge = size === 'large'
  const kept = (isLarge ? undefined : waiting.pop()) ?? start(isLarge)
  clearTimeout(kept.idle)
  kept.user = user
  kept.process.ref()
  kept.process.channel?.ref()
  return {
    send: (message) => send(kept, message),
    release(heap) {
      kept.user = null
      kept.drawn += 1
      const spent = kept.isLarge || kept.drawn >= mostReports || heap > largeHeap
      if (spent || waiting.length >= mostIdle) void end(kept)
      else wait(kept)
    },
    end: () => end(kept),
  }
}

/** Starts a process if none is idle. Called when a report is opened, since its PDF may be next. */
export function warmUpRenderer(): void {
  if (waiting.length > 0) return
  const kept = start(false)
  send(kept, { kind: 'warm-up' })
  wait(kept)
}

function start(isLarge: boolean): Kept {
  const process = forkIsolated(program, [`--max-old-space-size=${memoryMb}`])
  lowerPriority(process, isLarge ? niceness.large : niceness.usual)
  const over = Promise.withResolvers<void>()
  const kept: Kept = { process, ended: over.promise, isLarge, user: null, drawn: 0, idle: undefined }
  process.on('message', (message: FromRenderer) => kept.user?.receive(message))
  process.on('error', (error) => {
    kept.user?.failed(error)
    // The process could not start, so it will not emit 'exit'.
    if (process.pid === undefined) gone()
  })
  process.on('exit', (code, signal) => {
    gone()
    kept.user?.failed(new Error(`the process that renders the report ended early (${signal ?? code})`))
  })
  function gone(): void {
    clearTimeout(kept.idle)
    const at = waiting.indexOf(kept)
    if (at >= 0) waiting.splice(at, 1)
    over.resolve()
  }
  return kept
}

/** Skips a process that has just exited; its 'exit' handler reports that. */
function send({ process }: Kept, message: ToRenderer): void {
  if (process.connected) process.send(message)
}

function end({ process, ended }: Kept): Promise<void> {
  process.kill('SIGKILL')
  return ended
}

/** An idle process does not keep the server alive. */
function wait(kept: Kept): void {
  kept.idle = setTimeout(() => {
    waiting.splice(waiting.indexOf(kept), 1)
    void end(kept)
  }, idleFor).unref()
  kept.process.unref()
  kept.process.channel?.unref()
  waiting.push(kept)
}
