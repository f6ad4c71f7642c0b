import { changedSurvey } from '#contract/surveys/survey-changed.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { downloadPlanPictures } from '../pictures/plan-pictures.ts'
import { prefetchPictures } from '../pictures/prefetch-pictures.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import { isUnverified } from '../store/unverified.ts'
import { ensureTemplate } from './ensure-template.ts'
import { noteUnchanged, readCopyState, rememberSurvey } from './server-copy.ts'

const fetchesAtMost = 5

/** Milliseconds. Signed addresses expire after an hour; leave time to view the pictures. */
const addressesGoodFor = 30 * 60_000

interface Fetching {
  /** Prefetch: the pictures can wait, and the copy may be freed. */
  readonly ahead?: boolean
  readonly left?: number
}

/**
 * Downloads the survey if the server's version differs from the device's; open drafts reload by themselves. A
 * read that overlapped with sending may be outdated and is repeated. `behind`: every read overlapped, or the
 * server was rolled back and the sending tab has to compare first.
 */
export async function fetchSurvey(
  account: string,
  survey: string,
  { ahead = false, left = fetchesAtMost }: Fetching = {},
): Promise<{ readonly ok: true; readonly behind?: boolean } | Failure> {
  const { taken, read, onlyHere } = await readCopyState(account, survey)
  if (onlyHere) return { ok: true }
  if (await isUnverified(account, survey)) return leftToCompare(account)
  const still = read && (!read.files || isFresh(read.at))
  const query = still ? { version: read.version } : {}
  const result = await call(changedSurvey, { params: { id: survey }, query }, { account })
  if (!result.ok) return (await isUnverified(account, survey)) ? leftToCompare(account) : result
  const detail = result.reply.data?.attributes
  if (!detail) {
    await noteUnchanged(account, survey)
    if (!ahead) await bringFiles(account, survey)
    return { ok: true }
  }
  const failed = await ensureTemplate(account, detail.survey_template_id)
  if (failed) return failed
  // Store nothing after a logout.
  if (currentSession()?.userId !== account) return { ok: true }
  const { version } = result.reply.meta
  if (!(await rememberSurvey(account, detail, taken, { version, ahead }))) {
    return left > 1 ? fetchSurvey(account, survey, { ahead, left: left - 1 }) : { ok: true, behind: true }
  }
  if (!ahead) await bringFiles(account, survey)
  return { ok: true }
}

function leftToCompare(account: string): { readonly ok: true; readonly behind: true } {
  publish(account, { kind: 'queue', now: false })
  return { ok: true, behind: true }
}

/** Downloads missing pictures in the background. Not for prefetched surveys. */
async function bringFiles(account: string, survey: string): Promise<void> {
  const known = await onDevice(() => db.copies.get([account, survey]))
  void downloadPlanPictures(account, survey, known?.head.plans ?? []).catch(logError('plan pictures'))
  void prefetchPictures(account, survey)
}

function isFresh(at: string): boolean {
  return Math.abs(Date.now() - Date.parse(at)) < addressesGoodFor
}
