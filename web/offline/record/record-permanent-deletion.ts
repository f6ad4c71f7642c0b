import { mayHaveLeft, newEntry } from '../operations/entries.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { PayloadOf } from '../store/outbox-rows.ts'
import { discardInTransaction, discardStores } from './discard.ts'

/**
 * Permanently deletes a deleted survey, after its deletion. A survey that was never sent is removed at once
 * with all of its unsent changes.
 */
export async function recordPermanentDeletion(account: string, survey: string): Promise<void> {
  const input: PayloadOf<'surveys.deleteForGood'> = { params: { id: survey } }
  await onDevice(() =>
    db.transaction('rw', discardStores(), async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      const creation = rows.find((row) => factsOf(row).survey === 'creates')
      if (creation && !mayHaveLeft(creation)) return void (await discardInTransaction(account, [creation]))
      if (rows.some((row) => factsOf(row).survey === 'deletes for good' && row.state !== 'parked')) return
      await db.outbox.add(newEntry(account, { survey, endpoint: 'surveys.deleteForGood', input }))
    }),
  )
  publish(account, { kind: 'changed', survey })
  publish(account, { kind: 'queue', now: true })
}
