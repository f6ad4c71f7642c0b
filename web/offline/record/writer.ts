import { publish } from '../store/bus.ts'
import { note } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import { whenStalled } from '../store/stall.ts'
import { clearTrouble, reportLate, reportSlow, reportTrouble } from '../store/trouble.ts'
import { type AnswerChange, recordAnswer, recordEntry, type Turn } from './record-answer.ts'
import { dropStash, type Stashed, stashFrom, stashUnsaved } from './stash.ts'

const retryAfter = 3_000
/** A write that takes longer shows as 'Saving…', and its answers are set aside for the next page. */
const patience = 2_000

interface Waiting {
  readonly put: () => Promise<unknown>
  /** What it says, so that it can be set aside where the device cannot take it. */
  readonly given?: Stashed
  /** It was set aside, and other pages may take it. */
  offered: boolean
}

export type AnswerWriter = ReturnType<typeof answerWriter>

const writers = new Map<string, AnswerWriter>()

/**
 * The one of a survey in this tab, however often its form is opened: what could not be written before it was opened anew
 * stays in front of what is typed now, and never comes over it.
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

/** Of a survey that is only looked at and tried, as the preview of a template is. */
export const writesNothing: AnswerWriter = {
  write: () => undefined,
  record: () => undefined,
  enter: () => undefined,
  offer: () => [],
  taken: () => undefined,
  settled: () => Promise.resolve(),
  allWritten: () => Promise.resolve(true),
  holds: () => false,
  unwritten: () => 0,
}

/** Whether nothing typed in this tab is missing on the device. */
export function nothingUnwritten(): boolean {
  return [...writers.values()].every((writer) => writer.unwritten() === 0)
}

stashFrom({
  offer: () => [...writers.values()].flatMap((writer) => writer.offer()),
  taken: (given) => {
    for (const writer of writers.values()) writer.taken(given)
  },
})

interface WriterCallbacks {
  /** After each write. */
  written(): void
  /** What had failed is there, too. */
  caughtUp(): void
}

/**
 * Puts every event on the device as soon as the one before is there: no timer, no debounce. While a write runs,
 * only the newest value of each answer waits behind it. What fails is kept and tried again.
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
      reportSlow()
      stashUnsaved()
    }, patience)
    const stopWatch = whenStalled(() => {
      reportLate()
      note(account, { event: 'trouble', detail: 'late' })
    })
    try {
      await entry.put()
      if (waiting.get(key) === entry) waiting.delete(key)
      if (waiting.size === 0 && nothingUnwritten()) {
        clearTrouble()
        dropStash()
      }
      callbacks.written()
      return true
    } catch (error) {
      reportTrouble(error)
      note(account, { event: 'trouble', detail: error instanceof Error ? error.name : '' })
      return false
    } finally {
      clearTimeout(slow)
      stopWatch()
    }
  }

  function start(): void {
    // With nothing to write it would be over before it is noted as running, and be waited for without end.
    if (waiting.size > 0) running ??= drain()
  }

  function add(key: string, entry: Waiting): void {
    // Taken out first, so that it goes to the end: the order of the events is the order of the writes.
    waiting.delete(key)
    waiting.set(key, entry)
    start()
  }

  /** `put` is told at each try what it comes to. */
  function give(key: string, given: Stashed, put: (turn: () => Turn) => Promise<unknown>): void {
    const before = suspendCount()
    const turn = () => {
      // Else others may have written. What a later value has replaced since it was begun is in front of that one, or of
      // what another page has stored in its place.
      if (suspendCount() === before && !entry.offered) return 'first'
      return waiting.get(key) === entry ? 'again' : 'over'
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
    /** Any other change: behind what was typed before it, and in front of what is typed after it. */
    record: (key: string, put: Waiting['put']): void => add(key, { put, offered: false }),
    /** Likewise, one that is nothing but an entry to be sent. */
    enter: (row: OutboxRow): void => give(row.id, { account, row }, (turn) => recordEntry(row, turn)),
    /** What is not on the device yet, and another page may put there from now on. */
    offer: (): Stashed[] =>
      [...waiting.values()].flatMap((entry) => {
        entry.offered = true
        return entry.given ?? []
      }),
    /** Another page has. */
    taken(all: ReadonlySet<Stashed>): void {
      for (const [key, { given }] of waiting) if (given && all.has(given)) waiting.delete(key)
    },
    /** Resolves when nothing is on its way to the device any more. */
    async settled(): Promise<void> {
      while (running) await running
    },
    /** Likewise, after one more try of what failed; false = something is still not there. */
    async allWritten(): Promise<boolean> {
      while (running) await running
      if (waiting.size === 0) return true
      start()
      while (running) await running
      return waiting.size === 0
    },
    /** Whether a value of this answer is on its way to the device. */
    holds: (answer: string): boolean => waiting.has(answer),
    /** How many changes are not on the device yet. */
    unwritten: (): number => waiting.size,
  }
}
