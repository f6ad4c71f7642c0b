import type { Database } from './database.ts'
import { note } from './journal.ts'

/** Records every new outbox entry in the journal. */
export function noteEntries(database: Pick<Database, 'outbox'>): void {
  database.outbox.hook('creating', (_, row, transaction) => {
    const { account, survey, id: entry, endpoint: operation } = row
    transaction.on('complete', () => note(account, { event: 'queued', survey, entry, operation }))
  })
}
