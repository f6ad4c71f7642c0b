import type { Table } from 'dexie'
import { pictureSizes } from '../pictures/free-pictures.ts'
import { accountRows } from '../store/account-rows.ts'
import { db, onDevice } from '../store/database.ts'
import { isUnsentContact } from '../store/second-record/recorded-rows.ts'

/** Number of items and their approximate bytes, without the database's overhead. */
export interface StoreSize {
  readonly count: number
  readonly bytes: number
}

export interface DeviceStores {
  readonly surveys: StoreSize
  readonly answers: StoreSize
  readonly files: StoreSize
  readonly pictures: StoreSize
  readonly plans: StoreSize
  readonly templates: StoreSize
  /** Files that wait for bulk upload. */
  readonly bulk: StoreSize
}

/**
 * Measures this account's data on this device. Reads row by row, so that large rows are never all in memory.
 */
export async function readStores(account: string): Promise<DeviceStores> {
  return onDevice(async () => {
    const surveys = await sizeOf(db.copies, account, textSize)
    const parts = await sizeOf(db.subSections, account, textSize)
    const waiting = await db.outbox.where({ account }).toArray()
    const answers = await db.answers
      .where('entry')
      .anyOf(waiting.map(({ id }) => id))
      .toArray()
    return {
      surveys: { count: surveys.count, bytes: surveys.bytes + parts.bytes },
      answers: { count: answers.length, bytes: textSize(answers) },
      files: await sizeOf(db.files, account, ({ size }) => size),
      pictures: await pictureSizes(account),
      plans: await sizeOf(db.planPictures, account, ({ bytes }) => bytes.byteLength),
      templates: await sizeOf(db.templates, account, textSize),
      bulk: await sizeOf(db.bulkFiles, account, ({ size }) => size),
    }
  })
}

async function sizeOf<Row>(
  store: Table<Row, [string, string]>,
  account: string,
  size: (row: Row) => number,
): Promise<StoreSize> {
  let count = 0
  let bytes = 0
  await accountRows(store, account).each((row) => {
    count += 1
    bytes += size(row)
  })
  return { count, bytes }
}

function textSize(row: unknown): number {
  return JSON.stringify(row).length
}

/** Counts unsent changes, contacts and bulk files of other accounts, without saying whose they are. */
export async function waitingOfOthers(account: string): Promise<number> {
  return onDevice(async () => {
    const changes = await db.outbox.where('account').notEqual(account).count()
    const files = (await db.bulkFiles.toCollection().primaryKeys()).filter(([own]) => own !== account)
    const contacts = db.kept.filter((row) => row.account !== account && isUnsentContact(row))
    return changes + files.length + (await contacts.count())
  })
}
