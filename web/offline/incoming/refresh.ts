import { type SerialReads, serialReads } from '#web/lib/http/serial-reads.ts'
import { publish } from '../store/bus.ts'
import { isUnverified } from '../store/unverified.ts'
import { fetchSurvey } from './fetch-survey.ts'
import { isOnlyHere } from './server-copy.ts'

/** Milliseconds between two reads of a whole survey. */
const pause = 2_000

/** Returns a function that reads the survey from the server on request. */
export function refresher(account: string, survey: string): SerialReads {
  return serialReads(async () => {
    const read = await fetchSurvey(account, survey)
    if (read.ok) return !read.behind
    if (![404, 410].includes(read.status)) return false
    await publishGone(account, survey)
    return true
  }, pause)
}

/**
 * Publishes that a survey is gone, unless its creation or restoration is unsent, or it was lost in a server
 * rollback.
 */
export async function publishGone(account: string, survey: string): Promise<void> {
  if (await isUnverified(account, survey)) return
  if (!(await isOnlyHere(account, survey))) publish(account, { kind: 'gone', survey })
}
