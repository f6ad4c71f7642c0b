import type { ChildProcess } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { forkApart } from '#server/fork-apart.ts'
import type { FromDrawer, ToDrawer } from './protocol.ts'
import type { DrawingSize } from './turns.ts'

/** Whom a drawer draws for. */
interface User {
  readonly receive: (message: FromDrawer) => void
  readonly failed: (error: Error) => void
}

/**
 * A process that draws one report after another. Not a thread: one that runs out of memory sometimes takes down
 * everything running beside it.
 */
export interface Drawer {
  send(message: ToDrawer): void
  /** It has drawn all of its report, and may draw another. */
  giveBack(heap: number): void
  /** It is not to be used again. */
  end(): Promise<void>
}

const program = new URL('./drawer-child.ts', import.meta.url)
const memoryMb = 1024
/** Starting one takes longer than drawing most reports; so a few stay idle for the next, but not for long. */
const mostIdle = 2
const idleFor = 3 * 60_000
/**
 * After this many it is replaced, whatever memory it uses by then, and at once if a large report made it large.
 */
const mostReports = 50
const largeHeap = 256 * 1024 * 1024

/** Added to the server's own: requests go before drawing, and everything before a large report. */
const niceness = { usual: 5, large: 15 } as const
const nicest = constants.priority.PRIORITY_LOW

interface Kept {
  readonly process: ChildProcess
  readonly ended: Promise<void>
  /** Priority cannot be raised again without special rights, so such a process draws one report. */
  readonly isLarge: boolean
  user: User | null
  drawn: number
  idle: NodeJS.Timeout | undefined
}

const waiting: Kept[] = []

/** An idle one, most recently used first, or a new one; always a new one for a large report. */
export function takeDrawer(user: User, size: DrawingSize): Drawer {
  const isLarge = size === 'large'
  const kept = (isLarge ? undefined : waiting.pop()) ?? start(isLarge)
  clearTimeout(kept.idle)
  kept.user = user
  kept.process.ref()
  kept.process.channel?.ref()
  return {
    send: (message) => send(kept, message),
    giveBack(heap) {
      kept.user = null
      kept.drawn += 1
      const spent = kept.isLarge || kept.drawn >= mostReports || heap > largeHeap
      if (spent || waiting.length >= mostIdle) void end(kept)
      else wait(kept)
    },
    end: () => end(kept),
  }
}

/** Someone is looking at a report, and may want its PDF next: starts a process if none is idle. */
export function expectDrawing(): void {
  if (waiting.length > 0) return
  const kept = start(false)
  send(kept, { kind: 'rehearse' })
  wait(kept)
}

function start(isLarge: boolean): Kept {
  const process = forkApart(program, [`--max-old-space-size=${memoryMb}`])
  if (process.pid !== undefined) lowerPriority(process.pid, isLarge ? niceness.large : niceness.usual)
  const over = Promise.withResolvers<void>()
  const kept: Kept = { process, ended: over.promise, isLarge, user: null, drawn: 0, idle: undefined }
  process.on('message', (message: FromDrawer) => kept.user?.receive(message))
  process.on('error', (error) => {
    kept.user?.failed(error)
    // The system has no room for another process: nothing was begun that could end.
    if (process.pid === undefined) gone()
  })
  process.on('exit', (code, signal) => {
    gone()
    kept.user?.failed(new Error(`the process that draws the report ended early (${signal ?? code})`))
  })
  function gone(): void {
    clearTimeout(kept.idle)
    const at = waiting.indexOf(kept)
    if (at >= 0) waiting.splice(at, 1)
    over.resolve()
  }
  return kept
}

function lowerPriority(pid: number, by: number): void {
  try {
    setPriority(pid, Math.min(nicest, getPriority() + by))
  } catch {
    // It has just ended, which is handled elsewhere, or the system has no priorities: then all run alike.
  }
}

/** Sends nothing to a process that has just ended; its exit is handled separately. */
function send({ process }: Kept, message: ToDrawer): void {
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
