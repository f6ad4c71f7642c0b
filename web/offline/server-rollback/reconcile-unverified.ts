import { unverifiedSurveys } from '../store/unverified.ts'
import { reconcileSurvey } from './reconcile.ts'

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
    // One that cannot be kept must not hold back the others; it is tried again with the next turn.
    const outcome = await reconcileSurvey(account, id, since).catch(() => 'later' as const)
    if (outcome === 'compared') left.delete(id)
    if (outcome !== 'not reached') continue
    for (const one of doubted) tried.add(one.id)
    break
  }
  return left
}
