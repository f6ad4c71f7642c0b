import { collectUnsentWork, finishCollection } from '#contract/accounts/unsent-work.ts'
import { call } from '#web/lib/http/call.ts'
import { beginCollecting, endCollecting, sendingToken } from '#web/lib/session/session.ts'
import { waitingAgain } from '../operations/entries.ts'
import { endpointOf } from '../operations/remote/registry.ts'
import { sendWhatWaits } from '../outbox/send-what-waits.ts'
import { startSync } from '../outbox/sync.ts'
import { countUnsent, readUnsent } from '../outbox/unsent.ts'
import { db, onDevice } from '../store/database.ts'
import { noted } from '../store/journal.ts'
import { leaveDevice } from './leave-account.ts'

export type Collected =
  | { readonly kind: 'refused'; readonly message: string }
  /** `left` stays on this device: the server refused it, in these words. */
  | { readonly kind: 'sent'; readonly left: number; readonly reason: string; readonly leftOut: boolean }
  | { readonly kind: 'interrupted'; readonly left: number }

/**
 * Sends the unsent work of an account that cannot sign in, with an administrator's code. The account's outbox goes its
 * usual way, in a session that only adds; what the server has taken is forgotten on this device.
 */
export async function collectUnsent(account: string, code: string): Promise<Collected> {
  const before = await countOf(account)
  if (sendingToken(account) === null) {
    const opened = await call(collectUnsentWork, { body: { account_id: account, code } })
    if (!opened.ok) return { kind: 'refused', message: opened.message }
    beginCollecting(account, opened.reply.meta.token)
  }
  const leftOut = await hasLeftOut(account)
  // What was refused before, of a survey that was deleted say, may be taken now.
  await onDevice(() =>
    db.outbox
      .where({ account })
      .and(({ state }) => state === 'parked')
      .modify(waitingAgain),
  )
  const stop = startSync(account)
  const outcome = await sendWhatWaits(account).finally(stop)
  const left = await countOf(account)
  // The session stays: whoever tries again needs no new code.
  if (outcome === 'not-reached') return { kind: 'interrupted', left }
  await call(finishCollection, { body: { sent: Math.max(0, before - left), left } }, { account })
  endCollecting(account)
  const reason = await firstProblem(account)
  await leaveDevice(account).catch(noted('leaving'))
  return { kind: 'sent', left, reason, leftOut }
}

async function countOf(account: string): Promise<number> {
  const unsent = await readUnsent(account)
  return unsent ? countUnsent(unsent) : 0
}

/** Changes of names and statuses, and removals, are the new owner's to make. */
async function hasLeftOut(account: string): Promise<boolean> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  return rows.some(({ endpoint }) => endpointOf(endpoint)?.collects !== true)
}

async function firstProblem(account: string): Promise<string> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  return rows.find(({ problem }) => problem !== null)?.problem ?? ''
}
