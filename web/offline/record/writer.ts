import { tell } from '../store/bus.ts'
import { clearTrouble, reportTrouble } from '../store/trouble.ts'
import { type AnswerChange, recordAnswer } from './record-answer.ts'

const retryAfter = 3_000

interface Waiting {
  readonly put: () => Promise<unknown>
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
      tell(account, { kind: 'queue', now: false })
      if (made.unwritten() === 0) tell(account, { kind: 'written', survey })
    },
    caughtUp: () => tell(account, { kind: 'changed', survey }),
  })
  writers.set(key, made)
  return made
}

/** Whether nothing typed in this tab is missing on the device. */
export function nothingUnwritten(): boolean {
  return [...writers.values()].every((writer) => writer.unwritten() === 0)
}

interface Told {
  /** After each write. */
  written(): void
  /** What had failed is there, too. */
  caughtUp(): void
}

/**
 * Puts every event on the device as soon as the one before is there: no timer, no debounce. While a write runs,
 * only the newest value of each answer waits behind it. What fails is kept and tried again.
 */
export function answerWriter(account: string, told: Told) {
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
      if (!behind) told.caughtUp()
    }
  }

  async function writeNext(): Promise<boolean> {
    const [next] = waiting
    if (!next) return true
    const [key, entry] = next
    try {
      await entry.put()
      if (waiting.get(key) === entry) waiting.delete(key)
      if (waiting.size === 0 && nothingUnwritten()) clearTrouble()
      told.written()
      return true
    } catch (error) {
      reportTrouble(error)
      return false
    }
  }

  function start(): void {
    // With nothing to write it would be over before it is noted as running, and be waited for without end.
    if (waiting.size > 0) running ??= drain()
  }

  function add(key: string, put: Waiting['put']): void {
    // Taken out first, so that it goes to the end: the order of the events is the order of the writes.
    waiting.delete(key)
    waiting.set(key, { put })
    start()
  }

  return {
    write: (change: AnswerChange): void => add(change.answer, () => recordAnswer(account, change)),
    /** Any other change: behind what was typed before it, and in front of what is typed after it. */
    record: (key: string, put: Waiting['put']): void => add(key, put),
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
