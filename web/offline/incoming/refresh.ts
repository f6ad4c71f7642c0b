import { type WhenAsked, whenAsked } from '#web/lib/http/when-asked.ts'
import { publish } from '../store/bus.ts'
import { isUnverified } from '../store/unverified.ts'
import { fetchSurvey } from './fetch-survey.ts'
import { isOnlyHere } from './server-copy.ts'

/** Between two readings of a whole survey, however often it changes. */
const pause = 2_000

/** Reads a survey from the server whenever it is asked to. */
export function refresher(account: string, survey: string): WhenAsked {
  return whenAsked(async () => {
    const read = await fetchSurvey(account, survey)
    if (read.ok) return !read.behind
    if (![404, 410].includes(read.status)) return false
    await publishGone(account, survey)
    return true
  }, pause)
}

/**
 * A survey that was made here and has not arrived is not gone: the server has never heard of it. Nor is one that is to
 * be brought back, or went with data that were put back.
 */
export async function publishGone(account: string, survey: string): Promise<void> {
  if (await isUnverified(account, survey)) return
  if (!(await isOnlyHere(account, survey))) publish(account, { kind: 'gone', survey })
}
