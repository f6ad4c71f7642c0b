import { type AnswerChange, recordAnswer } from './record-answer.ts'
import { clearTrouble, reportTrouble } from './trouble.ts'

const retryAfter = 3_000

/**
 * Puts every event of typing on the device as soon as the one before is there: no timer, no debounce. While a
 * write runs, only the newest value of each answer waits behind it. What fails is kept and tried again.
 */
export function answerWriter(account: string, written: () => void) {
  const waiting = new Map<string, AnswerChange>()
  let running: Promise<void> | null = null
  let retry: ReturnType<typeof setTimeout> | undefined

  async function drain(): Promise<void> {
    let failed = false
    while (!failed && waiting.size > 0) failed = !(await writeNext())
    running = null
    if (waiting.size === 0) return
    clearTimeout(retry)
    retry = setTimeout(start, retryAfter)
  }

  async function writeNext(): Promise<boolean> {
    const [change] = waiting.values()
    if (!change) return true
    try {
      await recordAnswer(account, change)
      if (waiting.get(change.answer) === change) waiting.delete(change.answer)
      clearTrouble()
      written()
      return true
    } catch (error) {
      reportTrouble(error)
      return false
    }
  }

  function start(): void {
    running ??= drain()
  }

  return {
    write(change: AnswerChange): void {
      // Taken out first, so that it goes to the end: the order of the events is the order of the writes.
      waiting.delete(change.answer)
      waiting.set(change.answer, change)
      start()
    },
    /** Resolves when nothing is on its way to the device any more. */
    async settled(): Promise<void> {
      while (running) await running
    },
    /** Answers that are not on the device yet. */
    unwritten: (): readonly AnswerChange[] => [...waiting.values()],
  }
}
