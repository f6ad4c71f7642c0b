import { noteFailedComparison, unverifiedSurveys } from '../store/unverified.ts'
import { reconcileSurvey, sendUncompared } from './reconcile.ts'

/** A survey that cannot be compared is sent without it after so many failures over at least so many milliseconds. */
const failuresAtMost = 20
const failingAtMost = 24 * 3_600_000

/** One turn of whoever sends. */
interface Turn {
  /** Of which something is on its way: its answer comes first. */
  readonly busy: ReadonlySet<string>
  /** What this turn has asked the server for already; it is asked again with the next. */
  readonly tried: Set<string>
  readonly mayGoOn: () => boolean
}

/**
 * Compares what is in doubt since the server's data were put back, one survey after the other. Gives those that still
 * are: nothing of them may be sent.
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
    // A survey that cannot be compared must not hold back the others; it is tried again with the next turn.
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

/** Nothing may keep work from being sent for good, a comparison that always fails included. */
async function isHopeless(account: string, survey: string): Promise<boolean> {
  // A store that takes no count is tried again with the next turn.
  const mark = await noteFailedComparison(account, survey).catch(() => undefined)
  if (!mark?.failed || mark.failed.times < failuresAtMost) return false
  // By distance: a clock that was put back must not delay it by as much.
  return Math.abs(Date.now() - Date.parse(mark.failed.since)) > failingAtMost
}
