import type { Database } from '../database.ts'
import { commitKey } from './commit-number.ts'
import { type Change, isUnsentContact, putChange } from './recorded-rows.ts'

export interface UnsentRows {
  readonly changes: readonly Change[]
  /** The last counted transaction that they include. */
  readonly commit: number
}

/** Reads everything that the server doesn't have yet, of every account. */
export async function readUnsentRows(database: Database): Promise<UnsentRows> {
  const { outbox, answers, files, bulkFiles, kept } = database
  return database.transaction('r', [outbox, answers, files, bulkFiles, kept], async () => {
    const changes: Change[] = []
    await outbox.orderBy('seq').each((row) => changes.push(putChange('outbox', row)))
    await answers
      .where('entry')
      .above('')
      .each((row) => changes.push(putChange('answers', row)))
    // One by one, because these rows contain thumbnails.
    await files.each((row) => changes.push(putChange('files', row)))
    await bulkFiles.each((row) => changes.push(putChange('bulkFiles', row)))
    await kept.filter(isUnsentContact).each((row) => changes.push(putChange('kept', row)))
    const commit = ((await kept.get([...commitKey]))?.value as number | undefined) ?? 0
    return { changes: changes.map((change) => ({ ...change, commit })), commit }
  })
}
