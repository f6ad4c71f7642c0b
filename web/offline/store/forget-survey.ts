import { publish } from './bus.ts'
import { olderStores, takeOlderCopy } from './convert-copies.ts'
import { db, onDevice } from './database.ts'
import { ofAccount } from './of-account.ts'
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

/** Inside a transaction over `forgetStores`: all that was only kept for reading the survey. */
export async function dropCopy(account: string, survey: string): Promise<void> {
  await db.listed.delete([account, survey])
  await dropDetails(account, survey)
}

/** The same, but the list still names it. */
async function dropDetails(account: string, survey: string): Promise<void> {
  await db.copies.delete([account, survey])
  await takeOlderCopy(db, [account, survey])
  for (const store of [db.subSections, db.answers, db.planPictures, db.pictures, db.shown])
    await store.where({ account, survey }).delete()
}

/**
 * The server does not have it for this account any more: deleted, or the access to it ended. It goes quietly, unless
 * something of it has not been sent or somebody has it open; then the list says so until that is over. What the
 * server lost with data that were put back is not gone: it goes there again.
 */
export async function forgetSurvey(account: string, survey: string): Promise<void> {
  await forgetWith(account, survey, () => Promise.resolve())
}

/**
 * The same in one step with what it follows from, of which it gives what comes: nobody reads the list in between. Where
 * the page is put away in the middle, `first` is done once more.
 */
export async function forgetWith<Done>(
  account: string,
  survey: string,
  first: () => Promise<Done>,
): Promise<Done | undefined> {
  let done: Done | undefined
  const step = (isOpen: boolean) =>
    db.transaction('rw', [db.outbox, db.kept, ...forgetStores()], async () => {
      done = (await first()) ?? done
      const waiting = await db.outbox.where({ account, survey }).toArray()
      const comesAgain = waiting.some(({ endpoint }) => endpoint === 'surveys.create')
      if (comesAgain || (await isUnverified(account, survey))) return
      if (isOpen || waiting.length > 0) await db.listed.update([account, survey], { gone: true })
      else await dropCopy(account, survey)
    })
  const isDone = await unlessOpen(survey, () => step(false).then(() => true))
  if (!isDone) await onDevice(() => step(true))
  publish(account, { kind: 'listed' })
  return done
}

/** What was kept although the server has it no more goes once nothing of it waits and nobody has it open. */
export async function dropGone(account: string): Promise<void> {
  const gone = await onDevice(() =>
    db.transaction('r', [db.listed, db.outbox], async () => {
      const waiting = new Set((await db.outbox.where({ account }).toArray()).map(({ survey }) => survey))
      const rows = await ofAccount(db.listed, account).toArray()
      return rows.filter((row) => row.gone && !waiting.has(row.id)).map(({ id }) => id)
    }),
  )
  for (const survey of gone) await forgetSurvey(account, survey)
}

/** Makes room: a copy that was brought ahead of need and that nobody has opened. */
export function dropAhead(account: string, survey: string): Promise<boolean> {
  return dropUnused(account, survey, ({ ahead }) => ahead === true)
}

/** Takes a survey off the device unless somebody has it open or something of it waits; the list still names it. */
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

/** So long a form waits for its lock. */
const lockPatience = 1_000
const lockOf = (survey: string) => `fieldbook-open-${survey}`
/** Where there are no locks, this tab at least knows of itself. */
const openHere = new Map<string, number>()

/**
 * From now until the given function is called nothing takes the survey off the device. Who holds its lock for taking it
 * off may have been frozen with it by the system, for hours: no form waits for that, and what waits to be sent is looked
 * for in the step itself that would take the survey off.
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
    // Without the lock it goes on, as after the patience below.
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

/** What the page's leaving cut off is given up, and the lock with it: when the page is back, others may have it open. */
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

/** Absent without a secure context. */
function locksHere(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks
}
