import { unsentWorkState } from '#contract/accounts/unsent-work.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { keepLeftNames, leftNames } from '#web/lib/session/session.ts'
import { countUnsent, readUnsent } from '../outbox/unsent.ts'
import { db, onDevice } from '../store/database.ts'

export type LeftState = ReplyOf<typeof unsentWorkState>['data'][number]['state']

/** An account that is not signed in here and has unsent work on this device. */
export interface LeftAccount {
  readonly id: string
  /** '' = the device does not know it. */
  readonly name: string
  readonly count: number
}

export async function readLeftAccounts(): Promise<readonly LeftAccount[]> {
  const ids = await onDevice(() => db.outbox.orderBy('account').uniqueKeys())
  const accounts = ids.map(String)
  const names = leftNames()
  keepLeftNames(accounts)
  const found = await Promise.all(
    accounts.map(async (id) => {
      const unsent = await readUnsent(id)
      return { id, name: names[id] ?? '', count: unsent ? countUnsent(unsent) : 0 }
    }),
  )
  return found.filter(({ count }) => count > 0)
}

/** Whether these accounts can still sign in; none where the server is not reached. */
export async function readLeftStates(ids: readonly string[]): Promise<ReadonlyMap<string, LeftState>> {
  const result = await call(unsentWorkState, { body: { account_ids: ids.slice(0, 20) } })
  return new Map(
    result.ok ? result.reply.data.map(({ account_id, state }) => [account_id, state] as const) : [],
  )
}
