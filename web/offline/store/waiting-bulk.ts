import { db } from './database.ts'
import type { BulkFileRow } from './rows.ts'

/** All that wait for their bulk upload, in the order of picking; within a transaction or without. */
export function bulkFilesOf(account: string): Promise<BulkFileRow[]> {
  return db.bulkFiles.where('[account+id]').between([account, ''], [account, '\uffff']).sortBy('id')
}
