import { tell } from './bus.ts'
import { fetchSurvey } from './drafts.ts'
import { isOnlyHere } from './server-copy.ts'

/** Between two readings of a whole survey, however often it changes. */
const pause = 2_000
/** After a reading that failed, where nothing else asks for another. */
const again = 15_000

/**
 * Reads a survey from the server whenever it is asked to: what is asked during a reading is read once more behind it,
 * as the reading may not have seen it. Without network it is read as soon as it is asked again, or after a while.
 */
export function refresher(account: string, survey: string) {
  let running: Promise<void> | null = null
  let wanted = false
  let ended = false
  let later: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    while (wanted && !ended) {
      wanted = false
      const read = await fetchSurvey(account, survey)
      if (!read.ok && [404, 410].includes(read.status)) await tellGone(account, survey)
      else if (!read.ok) {
        wanted = true
        if (!ended) later = setTimeout(() => void ask(), again)
        return
      }
      if (wanted) await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
  }

  /** Reads now, or behind the reading that is under way. */
  function ask(): Promise<void> {
    clearTimeout(later)
    wanted = true
    running ??= run()
      .catch(() => undefined)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    ask,
    /** Whether something changed that could not be read yet. */
    behind: (): boolean => wanted && running === null,
    end(): void {
      ended = true
      clearTimeout(later)
    },
  }
}

/** A survey that was made here and has not arrived is not gone: the server has never heard of it. */
export async function tellGone(account: string, survey: string): Promise<void> {
  if (!(await isOnlyHere(account, survey))) tell(account, { kind: 'gone', survey })
}
