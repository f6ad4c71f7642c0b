import { logError } from '../store/journal.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { isSuspended, watchPage } from '../store/page-lifecycle.ts'
import { sendingLock } from './reload-safety.ts'

interface TurnMessage {
  readonly kind: 'asks' | 'sends'
  readonly account: string
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldbook-turn')
/** Accounts that this tab sends for. */
const sending = new Set<string>()
/** Callbacks for accounts whose sender was asked recently. */
const asked = new Map<string, () => void>()

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<TurnMessage>) => {
    const { kind, account } = data
    if (kind === 'sends') asked.get(account)?.()
    if (kind === 'asks' && sending.has(account)) post({ kind: 'sends', account })
  }
  // In Node (tests), an open channel would keep the process running.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
}

/** Work of the sending tab. Once `lost` aborts, it finishes its current call and starts no other. */
export type Turn = (lost: AbortSignal) => Promise<void>

/** Runs the work once no other tab sends for this account. */
export function asLeader(account: string, work: Turn): Promise<void> {
  return untilLost(account, work, (turn) => oneAtATime(sendingLock + account, turn))
}

/**
 * Takes over from a sender that doesn't reply within `patience`; for a visible tab that waits for its turn. A
 * system may freeze a tab during its turn and leave it the lock for hours. If the sender was only busy, it
 * learns that it lost its turn. Calls sent by both have the same keys, and the device applies each reply
 * once.
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
  // In two halves: a tab that was frozen itself may find the first one over, but still receives replies
  // during the second.
  const silence = pause(patience / 2).then(() => pause(patience / 2))
  // Every edit triggers this; once per period is enough.
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
      // The page is suspended, so the turn goes to the next tab. The work is started aborted, to clean up.
      lost.abort()
      void work(lost.signal).catch(logError('sending'))
      return
    }
    sending.add(account)
    const worked = work(lost.signal).finally(() => lost.signal.aborted || sending.delete(account))
    // A suspended page would keep the lock, so it releases it at once.
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
