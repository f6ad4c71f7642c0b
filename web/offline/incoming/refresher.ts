import { limits } from '#contract/limits.ts'
import { type SerialReads, serialReads } from '#web/lib/http/serial-reads.ts'
import { publish } from '../store/bus.ts'
import { isUnverified } from '../store/unverified.ts'
import { fetchChangedFiles } from './changed-files.ts'
import { fetchSurvey } from './fetch-survey.ts'
import { isOnlyHere } from './server-copy.ts'

/** Milliseconds between two reads of a whole survey. */
const pause = 2_000

interface Refresher extends SerialReads {
  /** Reads the survey after a change that may also concern data that only the server has. */
  askMore(): Promise<void>
  /** Reads only the files of these answers, unless more has to be read. */
  askFiles(answers: readonly string[]): Promise<void>
}

/**
 * Reads the survey from the server on request: whole, or only the files of some answers. `between`: milliseconds
 * between two reads.
 */
export function refresher(account: string, survey: string, between = pause): Refresher {
  const files = new Set<string>()
  /** Requests for a whole read that none has answered yet. */
  let owed = 0
  const reads = serialReads(async () => {
    const answers = [...files]
    files.clear()
    if (owed === 0 && answers.length > 0 && answers.length <= limits.changedFilesMax) {
      if (await fetchChangedFiles(account, survey, answers)) return true
      // Their sub-section may be deleted, and the files recovered.
      publish(account, { kind: 'elsewhere', survey })
    }
    const answered = Math.max(1, owed)
    owed = answered
    const read = await fetchSurvey(account, survey)
    const isGone = !read.ok && [404, 410].includes(read.status)
    if (isGone) await publishGone(account, survey)
    const isDone = isGone || (read.ok && !read.behind)
    if (isDone) owed -= answered
    return isDone
  }, between)
  const ask = () => {
    owed++
    return reads.ask()
  }
  return {
    ...reads,
    ask,
    askMore() {
      publish(account, { kind: 'elsewhere', survey })
      return ask()
    },
    askFiles(answers) {
      for (const answer of answers) files.add(answer)
      return reads.ask()
    },
  }
}

/**
 * Publishes that a survey is gone, unless its creation or restoration is unsent, or it was lost in a server
 * rollback.
 */
export async function publishGone(account: string, survey: string): Promise<void> {
  if (await isUnverified(account, survey)) return
  if (!(await isOnlyHere(account, survey))) publish(account, { kind: 'gone', survey })
}
