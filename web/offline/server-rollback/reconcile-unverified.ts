import { noteFailedComparison, unverifiedSurveys } from '../store/unverified.ts'
import { reconcileSurvey, sendUncompared } from './reconcile.ts'

/** After this many failures over at least this many milliseconds, a survey is sent without a comparison. */
const failuresAtMost = 20
const failingAtMost = 24 * 3_600_000

/** One round of the sending tab. */
interface Turn {
  /** Surveys with entries in flight, whose replies come first. */
  readonly busy: ReadonlySet<string>
  /** Surveys already compared in this round; the next round tries them again. */
  readonly tried: Set<string>
  readonly mayGoOn: () => boolean
}

/**
 * Compares unverified surveys with the server, one after another. Returns those still unverified, which must
 * not be sent.
 */
export async function reconcileUnverified(
  account: string,
  { busy, tried, mayGoOn }: Turn,
): Promise<Set<string>> {
  const doubted = await unverifiedSurveys(account)
  const left = new Set(doubted.map(({ id }) => id))
  for (const { id, since } of doubted) {
    if (busy.has(id) || tried.has(id)) continue
    if (!mayGoOn()) break
    tried.add(id)
    // A survey that can't be compared must not delay the others; the next round tries again.
    const outcome = await reconcileSurvey(account, id, since).catch(() => 'failed' as const)
    if (outcome === 'compared') left.delete(id)
    if (outcome === 'failed' && (await isHopeless(account, id))) {
      await sendUncompared(account, id)
      left.delete(id)
    }
    if (outcome !== 'not reached') continue
    for (const one of doubted) tried.add(one.id)
    break
  }
  return left
}

/**
 * Whether comparing has failed for so long that the survey is sent anyway, because nothing may block work
 * forever.
 */
async function isHopeless(account: string, survey: string): Promise<boolean> {
  // If the count can't be stored, the next round tries again.
  const mark = await noteFailedComparison(account, survey).catch(() => undefined)
  if (!mark?.failed || mark.failed.times < failuresAtMost) return false
  // Absolute, because a clock that was set back must not extend the time.
  return Math.abs(Date.now() - Date.parse(mark.failed.since)) > failingAtMost
}
