import { accountRows } from './account-rows.ts'
import { publish } from './bus.ts'
import { extractOlderCopy, olderStores } from './convert-copies.ts'
import { db, onDevice } from './database.ts'
import { factsOf } from './operation-facts.ts'
import { isSuspended, watchPage } from './page-lifecycle.ts'
import type { SurveyRow } from './rows.ts'
import { isUnverified } from './unverified.ts'

export const forgetStores = () => [
  db.listed,
  db.copies,
  db.subSections,
  db.answers,
  db.files,
  db.blobs,
  db.planPictures,
  db.pictures,
  db.shown,
  ...olderStores(db),
]

/** Deletes the survey's data that exists only for reading. Call inside a transaction over `forgetStores`. */
export async function dropCopy(account: string, survey: string): Promise<void> {
  await db.listed.delete([account, survey])
  await dropDetails(account, survey)
}

/** Like `dropCopy`, but the list keeps the survey. */
async function dropDetails(account: string, survey: string): Promise<void> {
  await db.copies.delete([account, survey])
  await extractOlderCopy(db, [account, survey])
  for (const store of [db.subSections, db.answers, db.planPictures, db.pictures, db.shown])
    await store.where({ account, survey }).delete()
}

/**
 * Removes a survey that the server no longer has for this account (deleted, or access ended). If it is open
 * or has unsent changes, the list marks it as gone until that is over. Surveys that the server lost in a
 * rollback stay, because the device sends them again.
 */
export async function forgetSurvey(account: string, survey: string): Promise<void> {
  await forgetSurveyAfter(account, survey, () => Promise.resolve())
}

/**
 * Runs `first` and removes the survey in one transaction, so no reader sees the list in between. Returns the
 * result of `first`, which runs again if leaving the page aborts the transaction.
 */
export async function forgetSurveyAfter<Done>(
  account: string,
  survey: string,
  first: () => Promise<Done>,
): Promise<Done | undefined> {
  let done: Done | undefined
  const step = (isOpen: boolean) =>
    db.transaction('rw', [db.outbox, db.kept, ...forgetStores()], async () => {
      done = (await first()) ?? done
      const waiting = await db.outbox.where({ account, survey }).toArray()
      const comesAgain = waiting.some((row) => factsOf(row).survey === 'creates')
      if (comesAgain || (await isUnverified(account, survey))) return
      if (isOpen || waiting.length > 0) await db.listed.update([account, survey], { gone: true })
      else await dropCopy(account, survey)
    })
  const isDone = await unlessOpen(survey, () => step(false).then(() => true))
  if (!isDone) await onDevice(() => step(true))
  publish(account, { kind: 'listed' })
  return done
}

/** Removes surveys marked as gone that are no longer open and have no unsent changes. */
export async function dropGoneSurveys(account: string): Promise<void> {
  const gone = await onDevice(() =>
    db.transaction('r', [db.listed, db.outbox], async () => {
      const waiting = new Set((await db.outbox.where({ account }).toArray()).map(({ survey }) => survey))
      const rows = await accountRows(db.listed, account).toArray()
      return rows.filter((row) => row.gone && !waiting.has(row.id)).map(({ id }) => id)
    }),
  )
  for (const survey of gone) await forgetSurvey(account, survey)
}

/** Frees a prefetched copy that was never opened. Returns false if it stays. */
export function dropPrefetched(account: string, survey: string): Promise<boolean> {
  return dropUnused(account, survey, ({ ahead }) => ahead === true)
}

/**
 * Removes a survey's data unless it is open or has unsent changes. The list keeps it. Returns false if it
 * stays.
 */
export function dropUnused(
  account: string,
  survey: string,
  may: (known: SurveyRow) => boolean,
): Promise<boolean> {
  return unlessOpen(survey, () =>
    db.transaction('rw', [db.outbox, db.kept, ...forgetStores()], async () => {
      const known = await db.copies.get([account, survey])
      if (!known || !may(known) || (await isUnverified(account, survey))) return false
      if ((await db.outbox.where({ account, survey }).count()) > 0) return false
      await dropDetails(account, survey)
      return true
    }),
  )
}

/** Milliseconds that a form waits for its lock. */
const lockPatience = 1_000
const lockOf = (survey: string) => `fieldbook-open-${survey}`
/** Without locks, at least the forms of this tab count. */
const openHere = new Map<string, number>()

/**
 * Protects the survey from removal until the returned function is called. A tab that holds the lock to remove
 * it may be frozen for hours, so a form waits at most one second. That is safe: the removal itself checks for
 * unsent changes.
 */
export function holdSurvey(survey: string): Promise<() => void> {
  openHere.set(survey, (openHere.get(survey) ?? 0) + 1)
  const over = Promise.withResolvers<void>()
  let held = true
  const release = () => {
    if (held) openHere.set(survey, (openHere.get(survey) ?? 1) - 1)
    held = false
    over.resolve()
  }
  const locks = locksHere()
  if (!locks) return Promise.resolve(release)
  return new Promise((resolve) => {
    const go = () => resolve(release)
    const hold = () => {
      go()
      return over.promise
    }
    // A form without the lock continues, as it does after the timeout.
    void locks.request(lockOf(survey), { mode: 'shared' }, hold).catch(go)
    setTimeout(go, lockPatience)
  })
}

async function unlessOpen(survey: string, work: () => Promise<boolean>): Promise<boolean> {
  if ((openHere.get(survey) ?? 0) > 0) return false
  const locks = locksHere()
  if (!locks) return onDevice(work)
  return locks.request(lockOf(survey), { ifAvailable: true }, (lock) => (lock ? untilAway(work) : false))
}

/**
 * Cancels the removal and releases the lock when the page is left, because other tabs may open the survey
 * before it returns.
 */
async function untilAway(work: () => Promise<boolean>): Promise<boolean> {
  if (isSuspended()) return false
  const left = Promise.withResolvers<false>()
  let gone = false
  const forget = watchPage({
    away: () => {
      gone = true
      left.resolve(false)
    },
  })
  const worked = onDevice(async () => !gone && (await work()))
  return Promise.race([worked, left.promise]).finally(forget)
}

/** Undefined without a secure context. */
function locksHere(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks
}
