import { mayHaveLeft, newEntry } from '../operations/entries.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { PayloadOf } from '../store/outbox-rows.ts'
import { discardInside, discardStores } from './discard.ts'

/**
 * A deleted survey goes for good: behind its deletion, which may wait still. One that has never left this device was
 * only here, and goes at once with all that waits in it.
 */
export async function recordForGood(account: string, survey: string): Promise<void> {
  const input: PayloadOf<'surveys.deleteForGood'> = { params: { id: survey } }
  await onDevice(() =>
    db.transaction('rw', discardStores(), async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      const creation = rows.find(({ endpoint }) => endpoint === 'surveys.create')
      if (creation && !mayHaveLeft(creation)) return void (await discardInside(account, [creation]))
      if (rows.some(({ endpoint, state }) => endpoint === 'surveys.deleteForGood' && state !== 'parked'))
        return
      await db.outbox.add(newEntry(account, { survey, endpoint: 'surveys.deleteForGood', input }))
    }),
  )
  publish(account, { kind: 'changed', survey })
  publish(account, { kind: 'queue', now: true })
}
