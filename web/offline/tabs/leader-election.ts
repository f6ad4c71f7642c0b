import { noted } from '../store/journal.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { isSuspended, watchPage } from '../store/page-lifecycle.ts'
import { sendingLock } from './quiet.ts'

interface TurnMessage {
  readonly kind: 'asks' | 'sends'
  readonly account: string
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldbook-turn')
/** Accounts for which this tab sends. */
const sending = new Set<string>()
/** Accounts whose sender was asked lately, and what its answer calls. */
const asked = new Map<string, () => void>()

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<TurnMessage>) => {
    const { kind, account } = data
    if (kind === 'sends') asked.get(account)?.()
    if (kind === 'asks' && sending.has(account)) post({ kind: 'sends', account })
  }
  // Node (tests) must not be kept alive by it.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
}

/** Work that ends what it began as soon as the turn is `lost` to another tab, and begins nothing any more. */
export type Turn = (lost: AbortSignal) => Promise<void>

/** Sends when no other tab does for this account. */
export function asLeader(account: string, work: Turn): Promise<void> {
  return untilLost(account, work, (turn) => oneAtATime(sendingLock + account, turn))
}

/**
 * For a tab that waits for its turn, and that somebody looks at. A system may freeze a tab in the middle of its turn
 * and leave it the lock for hours; frozen, it answers nothing within `patience`, and its turn is taken over. Should it
 * only have been busy, or come back, it hears that its turn is lost; what both have sent meanwhile is the same call by
 * its key, and what the device has taken in already is not taken in twice.
 */
export async function takeOverFromSilent(account: string, work: Turn, patience = 5_000): Promise<void> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!channel || !locks || sending.has(account) || asked.has(account)) return
  if (document.visibilityState !== 'visible') return
  const answer = Promise.withResolvers<'answer'>()
  asked.set(account, () => answer.resolve('answer'))
  const holder = await holderOf(locks, account)
  if (!holder || sending.has(account)) {
    asked.delete(account)
    return
  }
  post({ kind: 'asks', account })
  // In halves: a tab that was away itself finds one of them over, and hears what was said meanwhile in the other.
  const silence = pause(patience / 2).then(() => pause(patience / 2))
  // With every key there is an occasion to ask; once in this time is enough.
  void silence.then(() => asked.delete(account))
  if ((await Promise.race([answer.promise, silence])) === 'answer' || sending.has(account)) return
  if ((await holderOf(locks, account)) !== holder) return
  const steal = (turn: () => Promise<void>) => locks.request(sendingLock + account, { steal: true }, turn)
  await untilLost(account, work, steal)
}

async function untilLost(
  account: string,
  work: Turn,
  request: (turn: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  const left = Promise.withResolvers<void>()
  const turn = async () => {
    if (isSuspended()) {
      // It was waited for: whoever comes next would wait behind a page that does nothing. The work ends what it began.
      lost.abort()
      void work(lost.signal).catch(noted('sending'))
      return
    }
    sending.add(account)
    const worked = work(lost.signal).finally(() => lost.signal.aborted || sending.delete(account))
    // A page that is put away would keep the lock: whoever comes next need not wait until it counts as silent.
    const forget = watchPage({
      away: () => {
        sending.delete(account)
        lost.abort()
        left.resolve()
      },
    })
    await Promise.race([worked, left.promise]).finally(forget)
  }
  await request(turn).catch((error: unknown) => {
    sending.delete(account)
    lost.abort()
    throw error
  })
}

async function holderOf(locks: LockManager, account: string): Promise<string | undefined> {
  const { held } = await locks.query()
  return held?.find(({ name }) => name === sendingLock + account)?.clientId
}

function pause(length: number): Promise<void> {
  return new Promise((over) => setTimeout(over, length))
}

function post(message: TurnMessage): void {
  channel?.postMessage(message)
}
