import { db } from './database.ts'
import type { BulkFileRow } from './rows.ts'

/**
 * Returns all files that wait for bulk upload, in the order they were picked; inside a transaction or not.
 */
export function bulkFilesOf(account: string): Promise<BulkFileRow[]> {
  return db.bulkFiles.where('[account+id]').between([account, ''], [account, '\uffff']).sortBy('id')
}
