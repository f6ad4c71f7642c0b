import { unsentWorkState } from '#contract/accounts/unsent-work.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { loggedOutNames, pruneLoggedOutNames } from '#web/lib/session/session.ts'
import { countUnsent, readUnsent } from '../outbox/unsent.ts'
import { unsentText } from '../outbox/unsent-text.ts'
import { db, onDevice } from '../store/database.ts'

export type LeftState = ReplyOf<typeof unsentWorkState>['data'][number]['state']

/** An account that isn't signed in here and has unsent work on this device. */
export interface LeftAccount {
  readonly id: string
  /** '' if this device doesn't know it. */
  readonly name: string
  /** Number of survey changes, which an administrator can collect. */
  readonly count: number
  /** Number of contacts and bulk files, which only the account itself can send. */
  readonly own: number
  /** Those as text; '' = none. */
  readonly stays: string
}

export async function readLeftAccounts(): Promise<readonly LeftAccount[]> {
  const accounts = await onDevice(accountsHere)
  const names = loggedOutNames()
  pruneLoggedOutNames(accounts)
  const found = await Promise.all(
    accounts.map(async (id) => {
      const unsent = await readUnsent(id)
      const { bulk = 0, contacts = 0 } = unsent ?? {}
      const stays = unsentText({ bulk, contacts })
      const count = unsent ? countUnsent(unsent) : 0
      return { id, name: names[id] ?? '', count, own: bulk + contacts, stays }
    }),
  )
  return found.filter(({ count, own }) => count + own > 0)
}

/** Returns accounts that may have unsent work on this device. */
async function accountsHere(): Promise<readonly string[]> {
  const queued = await db.outbox.orderBy('account').uniqueKeys()
  const files = await db.bulkFiles.toCollection().primaryKeys()
  const contacts = (await db.kept.toCollection().primaryKeys()).filter(([, id]) => id.startsWith('contact:'))
  return [...new Set([...queued.map(String), ...[...files, ...contacts].map(([account]) => account)])]
}

/** Returns whether these accounts can still sign in; empty if the server is not reached. */
export async function readLeftStates(ids: readonly string[]): Promise<ReadonlyMap<string, LeftState>> {
  const result = await call(unsentWorkState, { body: { account_ids: ids.slice(0, 20) } })
  return new Map(
    result.ok ? result.reply.data.map(({ account_id, state }) => [account_id, state] as const) : [],
  )
}
