import { untilPainted } from '#web/lib/page/until-painted.ts'
import { publish } from '../store/bus.ts'
import { note } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import { whenStalled } from '../store/stall.ts'
import {
  clearStorageFailure,
  reportHangingStore,
  reportSlowWrite,
  reportStorageFailure,
} from '../store/storage-failure.ts'
import { type AnswerChange, type Attempt, recordAnswer, recordEntry } from './record-answer.ts'
import { dropStash, type Stashed, stashFrom, stashUnsaved } from './stash.ts'

const retryAfter = 3_000
/** Milliseconds. A slower write shows 'Saving…', and its changes are stashed for the next page. */
const patience = 2_000

interface Waiting {
  readonly put: () => Promise<unknown>
  /** The change, to stash it if the database fails. */
  readonly given?: Stashed
  /** Stashed, so other pages may store it. */
  offered: boolean
}

export type AnswerWriter = ReturnType<typeof answerWriter>

const writers = new Map<string, AnswerWriter>()

/**
 * Returns this tab's writer for a survey. Reopened forms share it, so a failed earlier write never overwrites
 * newer text.
 */
export function writerOf(account: string, survey: string): AnswerWriter {
  const key = `${account} ${survey}`
  const known = writers.get(key)
  if (known) return known
  const made = answerWriter(account, {
    written: () => {
      publish(account, { kind: 'queue', now: false })
      if (made.unwritten() === 0) publish(account, { kind: 'written', survey })
    },
    caughtUp: () => publish(account, { kind: 'changed', survey }),
  })
  writers.set(key, made)
  return made
}

/** For surveys that are never stored, such as the preview of a template. */
export const previewWriter: AnswerWriter = {
  write: () => undefined,
  record: () => undefined,
  enter: () => undefined,
  offer: () => [],
  taken: () => undefined,
  whenIdle: () => Promise.resolve(),
  allWritten: () => Promise.resolve(true),
  holds: () => false,
  unwritten: () => 0,
}

/** Whether everything typed in this tab is stored. */
export function isEverythingStored(): boolean {
  return [...writers.values()].every((writer) => writer.unwritten() === 0)
}

stashFrom({
  offer: () => [...writers.values()].flatMap((writer) => writer.offer()),
  taken: (given) => {
    for (const writer of writers.values()) writer.taken(given)
  },
})

interface WriterCallbacks {
  /** Called after each write. */
  written(): void
  /** Called when all failed writes have succeeded. */
  caughtUp(): void
}

/**
 * Writes each change once it is painted, or as soon as the previous write is done. While a write runs, only
 * the newest value of each answer waits. Failed writes are retried.
 */
export function answerWriter(account: string, callbacks: WriterCallbacks) {
  const waiting = new Map<string, Waiting>()
  let running: Promise<void> | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let behind = false

  async function drain(): Promise<void> {
    let failed = false
    while (!failed && waiting.size > 0) failed = !(await writeNext())
    running = null
    clearTimeout(retry)
    if (waiting.size > 0) retry = setTimeout(start, retryAfter)
    if (behind !== waiting.size > 0) {
      behind = waiting.size > 0
      if (!behind) callbacks.caughtUp()
    }
  }

  async function writeNext(): Promise<boolean> {
    const [next] = waiting
    if (!next) return true
    const [key, entry] = next
    const slow = setTimeout(() => {
      reportSlowWrite()
      stashUnsaved()
    }, patience)
    const stopWatch = whenStalled(() => {
      reportHangingStore()
      note(account, { event: 'trouble', detail: 'late' })
    })
    try {
      await entry.put()
      if (waiting.get(key) === entry) waiting.delete(key)
      if (waiting.size === 0 && isEverythingStored()) {
        clearStorageFailure()
        dropStash()
      }
      callbacks.written()
      return true
    } catch (error) {
      reportStorageFailure(error)
      note(account, { event: 'trouble', detail: error instanceof Error ? error.name : '' })
      return false
    } finally {
      clearTimeout(slow)
      stopWatch()
    }
  }

  function start(): void {
    // An empty run would end before `running` is set, and would be awaited forever.
    // The key shows before its write takes the main thread.
    if (waiting.size > 0) running ??= untilPainted().then(drain)
  }

  function add(key: string, entry: Waiting): void {
    // Delete first, so that it moves to the end: writes keep the order of the changes.
    waiting.delete(key)
    waiting.set(key, entry)
    start()
  }

  /** `put` receives the turn on each attempt. */
  function give(key: string, given: Stashed, put: (turn: () => Attempt) => Promise<unknown>): void {
    const before = suspendCount()
    const turn = () => {
      // After a suspension or stash, other pages may have written. A replaced value is skipped, because the
      // newer one or another page's follows.
      if (suspendCount() === before && !entry.offered) return 'first'
      return waiting.get(key) === entry ? 'retry' : 'superseded'
    }
    const entry: Waiting = { put: () => put(turn), given, offered: false }
    add(key, entry)
  }

  function write(typed: AnswerChange): void {
    const before = waiting.get(typed.answer)?.given
    const over = before && 'change' in before ? [...(before.change.over ?? []), before.change.at] : typed.over
    const change = over ? { ...typed, over } : typed
    give(change.answer, { account, change }, (turn) => recordAnswer(account, change, turn))
  }

  return {
    write,
    /** Queues any other change, in order with the typed ones. */
    record: (key: string, put: Waiting['put']): void => add(key, { put, offered: false }),
    /** Like `record`, for a change that is only an outbox entry. */
    enter: (row: OutboxRow): void => give(row.id, { account, row }, (turn) => recordEntry(row, turn)),
    /** Returns unstored changes, which other pages may store from then on. */
    offer: (): Stashed[] =>
      [...waiting.values()].flatMap((entry) => {
        entry.offered = true
        return entry.given ?? []
      }),
    /** Drops changes that another page has stored. */
    taken(all: ReadonlySet<Stashed>): void {
      for (const [key, { given }] of waiting) if (given && all.has(given)) waiting.delete(key)
    },
    /** Resolves when no write is running. */
    async whenIdle(): Promise<void> {
      while (running) await running
    },
    /** Retries failed writes once. Returns false if some are still not stored. */
    async allWritten(): Promise<boolean> {
      while (running) await running
      if (waiting.size === 0) return true
      start()
      while (running) await running
      return waiting.size === 0
    },
    /** Whether a value of this answer waits to be stored. */
    holds: (answer: string): boolean => waiting.has(answer),
    /** Number of changes that are not stored yet. */
    unwritten: (): number => waiting.size,
  }
}
