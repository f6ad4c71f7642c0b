import { collectUnsentWork, finishCollection } from '#contract/accounts/unsent-work.ts'
import { call } from '#web/lib/http/call.ts'
import { beginCollecting, endCollecting, sendingToken } from '#web/lib/session/session.ts'
import { resetToWaiting } from '../operations/entries.ts'
import { endpointOf } from '../operations/remote/registry.ts'
import { sendAllWaiting } from '../outbox/send-all-waiting.ts'
import { startSync } from '../outbox/sync.ts'
import { countUnsent, readUnsent } from '../outbox/unsent.ts'
import { unsentText } from '../outbox/unsent-text.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import { leaveDevice } from './leave-account.ts'

export type Collected =
  | { readonly kind: 'refused'; readonly message: string }
  /**
   * `left`: number of changes that the server rejected, for this reason. `stays`: work that isn't collected,
   * as text.
   */
  | {
      readonly kind: 'sent'
      readonly left: number
      readonly reason: string
      readonly leftOut: boolean
      readonly stays: string
    }
  | { readonly kind: 'interrupted'; readonly left: number }
  /** The server has not finished the collection, so new surveys have not reached their new owner. */
  | { readonly kind: 'unfinished'; readonly reason: string }

/** Changes sent in earlier attempts of an unfinished collection. */
const sentBefore = new Map<string, number>()

/**
 * Sends the unsent work of an account that can't sign in, with an administrator's code. The outbox is sent in
 * a session that can only add. Confirmed data is deleted from this device.
 */
export async function collectUnsent(account: string, code: string): Promise<Collected> {
  const { changes: before } = await readCounts(account)
  if (sendingToken(account) === null) {
    const opened = await call(collectUnsentWork, { body: { account_id: account, code } })
    if (!opened.ok) return { kind: 'refused', message: opened.message }
    beginCollecting(account, opened.reply.meta.token)
  }
  const leftOut = await hasLeftOut(account)
  // The server may now accept what it rejected before, e.g. for a deleted survey.
  await onDevice(() =>
    db.outbox
      .where({ account })
      .and(({ state }) => state === 'parked')
      .modify(resetToWaiting),
  )
  const stop = startSync(account)
  const outcome = await sendAllWaiting(account).finally(stop)
  const { changes: left, stays } = await readCounts(account)
  const sent = (sentBefore.get(account) ?? 0) + Math.max(0, before - left)
  sentBefore.set(account, sent)
  // The session stays, so a retry needs no new code.
  if (outcome === 'not-reached') return { kind: 'interrupted', left }
  const finished = await call(finishCollection, { body: { sent, left } }, { account })
  if (!finished.ok) return { kind: 'unfinished', reason: finished.message }
  sentBefore.delete(account)
  endCollecting(account)
  const reason = await firstProblem(account)
  await leaveDevice(account).catch(logError('logout'))
  return { kind: 'sent', left, reason, leftOut, stays }
}

async function readCounts(account: string): Promise<{ readonly changes: number; readonly stays: string }> {
  const unsent = await readUnsent(account)
  if (!unsent) return { changes: 0, stays: '' }
  const { bulk, contacts } = unsent
  return { changes: countUnsent(unsent), stays: unsentText({ bulk, contacts }) }
}

/** Changes of names and statuses, and removals, are left to the new owner. */
async function hasLeftOut(account: string): Promise<boolean> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  return rows.some(({ endpoint }) => endpointOf(endpoint)?.collects !== true)
}

async function firstProblem(account: string): Promise<string> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  return rows.find(({ problem }) => problem !== null)?.problem ?? ''
}
