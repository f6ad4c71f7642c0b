import type { Database } from './database.ts'
import { note } from './journal.ts'

/** Every entry that has come into the outbox is on record, whoever made it. */
export function noteEntries(database: Pick<Database, 'outbox'>): void {
  database.outbox.hook('creating', (_, row, transaction) => {
    const { account, survey, id: entry, endpoint: operation } = row
    transaction.on('complete', () => note(account, { event: 'queued', survey, entry, operation }))
  })
}
