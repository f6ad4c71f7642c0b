import { tell } from './bus.ts'
import { db, onDevice } from './database.ts'
import { fetchSurvey } from './drafts.ts'

/** Between two readings of a whole survey, however often it changes. */
const pause = 2_000

/**
 * Reads a survey from the server whenever it is asked to: what is asked during a reading is read once more behind it,
 * as the reading may not have seen it. Without network it is read as soon as it is asked again.
 */
export function refresher(account: string, survey: string) {
  let running: Promise<void> | null = null
  let wanted = false
  let ended = false

  async function run(): Promise<void> {
    while (wanted && !ended) {
      wanted = false
      const read = await fetchSurvey(account, survey)
      if (!read.ok && [404, 410].includes(read.status)) await tellGone(account, survey)
      else if (!read.ok) {
        wanted = true
        return
      }
      if (wanted) await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
  }

  return {
    /** Reads now, or behind the reading that is under way. */
    ask(): Promise<void> {
      wanted = true
      running ??= run()
        .catch(() => undefined)
        .finally(() => {
          running = null
        })
      return running
    },
    /** Whether something changed that could not be read yet. */
    behind: (): boolean => wanted && running === null,
    end(): void {
      ended = true
    },
  }
}

/** A survey that was made here and has not arrived is not gone: the server has never heard of it. */
export async function tellGone(account: string, survey: string): Promise<void> {
  const rows = await onDevice(() => db.outbox.where({ account, survey }).toArray())
  if (rows.some(({ endpoint }) => endpoint === 'surveys.create')) return
  tell(account, { kind: 'gone', survey })
}
