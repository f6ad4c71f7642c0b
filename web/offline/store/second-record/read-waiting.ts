import type { Database } from '../database.ts'
import { type Change, isUnsentContact, putChange } from './recorded-rows.ts'

/** Everything in the store that the server does not have, of every account. */
export async function readWaiting(database: Database): Promise<readonly Change[]> {
  const { outbox, answers, files, bulkFiles, kept } = database
  return database.transaction('r', [outbox, answers, files, bulkFiles, kept], async () => {
    const changes: Change[] = []
    await outbox.orderBy('seq').each((row) => changes.push(putChange('outbox', row)))
    await answers
      .where('entry')
      .above('')
      .each((row) => changes.push(putChange('answers', row)))
    // One by one: small pictures lie in these rows.
    await files.each((row) => changes.push(putChange('files', row)))
    await bulkFiles.each((row) => changes.push(putChange('bulkFiles', row)))
    await kept.filter(isUnsentContact).each((row) => changes.push(putChange('kept', row)))
    return changes
  })
}
