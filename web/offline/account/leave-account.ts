import { currentSession } from '#web/lib/session/session.ts'
import { convertOlderCopies } from '../incoming/older-copies.ts'
import { forgetStash } from '../record/stash.ts'
import { accountRows } from '../store/account-rows.ts'
import { bundleKey } from '../store/bundled-entries.ts'
import { publish } from '../store/bus.ts'
import { olderStores } from '../store/convert-copies.ts'
import { db, onDevice } from '../store/database.ts'
import { forgetJournal, logError } from '../store/journal.ts'
import { closeLostWork } from '../store/lost-work.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { isUnsentContact } from '../store/second-record/recorded-rows.ts'
import { unverifiedSurveys } from '../store/unverified.ts'
import { sendingLock } from '../tabs/reload-safety.ts'

const stores = () => [
  db.templates,
  db.copies,
  db.subSections,
  db.answers,
  db.files,
  db.blobs,
  db.drawings,
  db.plans,
  db.planPictures,
  db.listed,
  db.pictures,
  db.shown,
  db.kept,
  db.bulkFiles,
  db.bulkBytes,
  db.outbox,
  ...olderStores(db),
]

/**
 * Deletes the account's confirmed data at logout. Keeps, for this account only: surveys with unsent changes,
 * unverified surveys (`server-rollback/`), the list of imported bundles, unsent contacts, and files that wait
 * for bulk upload.
 */
export async function forgetConfirmed(account: string): Promise<void> {
  // Include copies that a tab of an older app wrote.
  await convertOlderCopies()
  await onDevice(() =>
    db.transaction('rw', stores(), async () => {
      const doubted = (await unverifiedSurveys(account)).map(({ id }) => id)
      const entries = await db.outbox.where({ account }).toArray()
      const waiting = new Set([...doubted, ...entries.map(({ survey }) => survey)])
      const stays = ({ survey }: { readonly survey: string }) => waiting.has(survey)
      for (const store of [db.subSections, db.answers, db.files, db.drawings, db.plans])
        await accountRows<{ readonly survey: string }>(store, account)
          .and((row) => !stays(row))
          .delete()
      for (const store of [db.blobs, db.planPictures]) await dropBySurvey(store, account, waiting)
      const kept = await accountRows(db.copies, account)
        .and(({ id }) => waiting.has(id))
        .toArray()
      const templates = new Set(kept.map(({ head }) => head.survey_template_id))
      await accountRows(db.copies, account)
        .and(({ id }) => !waiting.has(id))
        .delete()
      await accountRows(db.templates, account)
        .and(({ id }) => !templates.has(id))
        .delete()
      await accountRows(db.listed, account)
        .and(({ id }) => !waiting.has(id))
        .delete()
      for (const store of [db.pictures, db.shown]) await accountRows(store, account).delete()
      await accountRows(db.kept, account)
        .and((row) => !isUnsentContact(row))
        .and(({ id }) => !id.startsWith(bundleKey('')) && !(id === 'doubted' && doubted.length > 0))
        .delete()
    }),
  )
  publish(account, { kind: 'queue', now: false })
}

/** Deletes everything of an account that the server has deleted, sent or not. */
export async function forgetAccount(account: string): Promise<void> {
  forgetStash(account)
  closeLostWork(account)
  await forgetJournal(account).catch(logError('journal'))
  await onDevice(() =>
    db.transaction('rw', stores(), async () => {
      for (const store of stores()) {
        if (store.name === db.outbox.name) await db.outbox.where({ account }).delete()
        else await accountRows(store as typeof db.kept, account).delete()
      }
    }),
  )
  publish(account, { kind: 'queue', now: false })
}

/** Deletes by keys, without reading the bytes. */
async function dropBySurvey(
  store: typeof db.blobs | typeof db.planPictures,
  account: string,
  stay: ReadonlySet<string>,
): Promise<void> {
  const staying = new Set<string>()
  for (const survey of stay)
    for (const [, id] of await store.where({ account, survey }).primaryKeys()) staying.add(id)
  const keys = await accountRows<{ readonly id: string }>(store, account).primaryKeys()
  await store.bulkDelete(keys.filter(([, id]) => !staying.has(id)))
}

/**
 * Runs after logout: deletes at once, and again when nothing is in flight, because late replies are stored.
 */
export async function leaveDevice(account: string): Promise<void> {
  await forgetConfirmed(account)
  await oneAtATime(sendingLock + account, () => leftBehind(account))
}

/** Deletes the journal, which contains no answers, once nothing is unsent. */
async function forgetOldJournal(account: string): Promise<void> {
  if ((await db.outbox.where({ account }).count()) === 0) await forgetJournal(account)
}

/** Skip if the account has logged in again. */
async function leftBehind(account: string): Promise<void> {
  if (currentSession()?.userId === account) return
  await forgetConfirmed(account)
  await forgetOldJournal(account).catch(logError('journal'))
}
