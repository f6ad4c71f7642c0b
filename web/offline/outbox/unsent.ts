import { accountRows } from '../store/account-rows.ts'
import { bulkFilesOf } from '../store/bulk-files.ts'
import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import { isUnsentContact } from '../store/second-record/recorded-rows.ts'
import { unverifiedSurveys } from '../store/unverified.ts'

/** Amount of the account's data that exists only on this device. */
export interface Unsent {
  readonly answers: number
  readonly photos: number
  readonly videos: number
  readonly others: number
  /** Files that wait for bulk upload. */
  readonly bulk: number
  readonly contacts: number
  /** The last attempt did not reach the server. */
  readonly failing: boolean
}

/** Returns null if everything is on the server. */
export async function readUnsent(account: string): Promise<Unsent | null> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.answers, db.files, db.kept, db.bulkFiles], async () => {
      const rows = await db.outbox.where({ account }).toArray()
      const surveys = new Set(rows.map(({ survey }) => survey))
      // Unverified surveys may be missing on the server.
      const doubted = (await unverifiedSurveys(account)).filter(({ id }) => !surveys.has(id))
      const bulk = (await bulkFilesOf(account)).length
      const contacts = await accountRows(db.kept, account).filter(isUnsentContact).count()
      if (rows.length + doubted.length + bulk + contacts === 0) return null
      const ids = rows.map(({ id }) => id)
      const files = await db.files.where('upload').anyOf(ids).toArray()
      return {
        answers: await db.answers.where('entry').anyOf(ids).count(),
        photos: files.filter(({ kind }) => kind === 'photo').length,
        videos: files.filter(({ kind }) => kind === 'video').length,
        others: doubted.length + rows.filter((row) => !factsOf(row).collects).length,
        bulk,
        contacts,
        failing: rows.some(({ state, attempts }) => state === 'waiting' && attempts > 0),
      }
    }),
  )
}

/** Returns the number of survey changes. */
export function countUnsent({ answers, photos, videos, others }: Unsent): number {
  return answers + photos + videos + others
}

/** Reads now and after every change of the queue. */
export function watchUnsent(
  account: string,
  take: (unsent: Unsent | null) => void,
  failed: () => void,
): () => void {
  let stopped = false
  const read = () => {
    readUnsent(account).then(
      (unsent) => {
        if (!stopped) take(unsent)
      },
      () => {
        if (!stopped) failed()
      },
    )
  }
  const stop = subscribe(account, ({ kind }) => {
    if (kind === 'queue' || kind === 'bulk' || kind === 'contacts') read()
  })
  read()
  return () => {
    stopped = true
    stop()
  }
}
