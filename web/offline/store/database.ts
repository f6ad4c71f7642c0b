import { Dexie, type Table } from 'dexie'
import { convertAllCopies } from './convert-copies.ts'
import { isDamageError, reportOpened, reportUnreadableStore } from './damaged-store.ts'
import { watchIdentity } from './identity.ts'
import { noteEntries } from './journal-outbox.ts'
import type { OutboxRow } from './outbox-rows.ts'
import { suspendCount, untilActive } from './page-lifecycle.ts'
import { keepReserve, releaseReserve } from './reserve.ts'
import type {
  AnswerRow,
  BlobRow,
  BulkBytesRow,
  BulkFileRow,
  DrawingRow,
  FileRow,
  KeptRow,
  ListedRow,
  PictureRow,
  PlanPictureRow,
  PlanRow,
  SubSectionRow,
  SurveyRow,
  TemplateRow,
} from './rows.ts'
import { recordUnsentWork, startRecord } from './second-record/record-unsent-work.ts'
import { isQuota } from './storage-failure.ts'
import { storeBlocked } from './store-blocked.ts'
import { rememberWrites } from './unsent-memory.ts'
import { watchedFactory } from './watched-database.ts'

type Key = [account: string, id: string]

export type Database = Dexie & {
  templates: Table<TemplateRow, Key>
  copies: Table<SurveyRow, Key>
  subSections: Table<SubSectionRow, Key>
  answers: Table<AnswerRow, Key>
  files: Table<FileRow, Key>
  blobs: Table<BlobRow, Key>
  drawings: Table<DrawingRow, Key>
  plans: Table<PlanRow, Key>
  planPictures: Table<PlanPictureRow, Key>
  listed: Table<ListedRow, Key>
  /** Thumbnails, and still frames of videos. */
  pictures: Table<PictureRow, Key>
  /** Photos in full-screen and print size. */
  shown: Table<PictureRow, Key>
  kept: Table<KeptRow, Key>
  /** Files outside of surveys that wait for bulk upload. */
  bulkFiles: Table<BulkFileRow, Key>
  bulkBytes: Table<BulkBytesRow, Key>
  outbox: Table<OutboxRow, number>
}

/** Opens the device's store. Versions only add, because an older tab may still have it open. */
export function openDatabase(name = 'fieldbook'): Database {
  const made = new Dexie(name, { indexedDB: watchedFactory }) as Database
  // One version covers all earlier ones: Dexie reads the schema once per declared version.
  made
    .version(6)
    .stores({
      templates: '[account+id]',
      copies: '[account+id]',
      subSections: '[account+id], [account+survey], [account+sectionId]',
      answers: '[account+id], [account+survey], entry',
      files: '[account+id], [account+survey], upload',
      blobs: '[account+id], [account+survey]',
      drawings: '[account+id], [account+survey], entry',
      plans: '[account+id], [account+survey]',
      planPictures: '[account+id], [account+survey]',
      listed: '[account+id]',
      pictures: '[account+id], [account+survey], [account+size], keptAt',
      shown: '[account+id], [account+survey], [account+size], keptAt',
      kept: '[account+id]',
      bulkFiles: '[account+id]',
      bulkBytes: '[account+id]',
      outbox: '++seq, &id, account, [account+survey], [survey+subSection], [survey+endpoint]',
      // Used before version 6. A tab of an older app may still write here (`convert-copies.ts`).
      surveys: '[account+id]',
      sections: '[account+id], [account+survey]',
    })
    .upgrade(convertAllCopies)
  // Don't block the upgrade in another tab; the next use reopens the store.
  made.on('versionchange', () => made.close({ disableAutoOpen: false }))
  return made
}

/** An awake tab of an older version closes its connection at once. */
const openedWithin = 5_000
const reservePatience = 2_000

export const db = openDatabase()
watchIdentity(db)
rememberWrites(db)
noteEntries(db)
recordUnsentWork(db)
if (typeof document !== 'undefined') {
  openUnfrozen(db)
  startRecord(db)
}

/**
 * Opens the store at start, under a lock. If the browser freezes a page while it creates the store, every
 * later page would wait for that open, so a page that is left cancels it (`page-lifecycle.ts`). In engines
 * where frozen pages keep their locks, requesting this lock makes the browser discard the frozen page.
 */
function openUnfrozen(database: Database): void {
  database.on('ready', () => storeBlocked.set(false), true)
  // Uses a timer because the browser fires no 'blocked' event for a frozen tab.
  setTimeout(() => storeBlocked.set(!database.isOpen() && !database.hasFailed()), openedWithin)
  const open = () => database.open().then(() => reportOpened(null), reportOpened)
  // A store closed from outside may have been cleared. Reopen now, so that work on the screen is restored at
  // once.
  database.on('close', () => database.hasFailed() || setTimeout(open))
  // Browsers that store nothing reject lock requests too.
  if (navigator.locks) void navigator.locks.request('fieldbook-store-opens', open).catch(open)
  else void open()
}

/**
 * Runs work on the database. If the system closed the store (iOS does), reopens it and tries once more.
 * Aborted transactions leave no partial data.
 */
export async function onDevice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await whereOpen(work)
  } catch (error) {
    // Text always fits: release the reserve that photos and plans leave untouched.
    if (!isQuota(error) || !(await releaseReserve())) throw error
    return whereOpen(work)
  }
}

/** For photos and videos: fails with a quota error if only the reserve is free, which belongs to text. */
export async function onDeviceIfRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!(await hasReserve())) throw new DOMException('', 'QuotaExceededError')
  return whereOpen(work)
}

/**
 * Checks that the reserve exists, for at most two seconds. A page frozen while it writes the reserve blocks
 * it for a minute. Confirmed replies don't wait for that; the write itself finds out whether it fits.
 */
function hasReserve(): Promise<boolean> {
  const late = new Promise<true>((go) => setTimeout(() => go(true), reservePatience))
  return Promise.race([keepReserve(), late])
}

async function whereOpen<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    await untilActive()
    const [connection, before] = [db.backendDB(), suspendCount()]
    try {
      return await work()
    } catch (error) {
      if (!wasClosed(error)) throw error
      // Aborts caused by leaving the page don't count as failures.
      if (suspendCount() !== before) tried = -1
      else if (tried > 0) {
        // A lost connection would have recovered by now, so the files are damaged.
        if (isDamageError(error)) reportUnreadableStore()
        throw error
      }
      await untilActive()
      // Another caller may already have reopened it and be in the middle of a transaction.
      if (db.backendDB() === connection) db.close({ disableAutoOpen: false })
      await db.open()
    }
  }
}

const closedNames = ['AbortError', 'DatabaseClosedError', 'InvalidStateError', 'OpenFailedError']

function wasClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isDamageError(error)) return true
  return closedNames.includes(error.name) || /connection to indexed database server lost/i.test(error.message)
}
