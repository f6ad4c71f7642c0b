import { Dexie, type Table } from 'dexie'
import { blocked } from './blocked.ts'
import { convertAllCopies } from './convert-copies.ts'
import { watchIdentity } from './identity.ts'
import { noteEntries } from './journal-outbox.ts'
import { rememberWrites } from './memory.ts'
import type { OutboxRow } from './outbox-rows.ts'
import { suspendCount, whileActive } from './page-lifecycle.ts'
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
import { keepRecord, startRecord } from './second-record/keep-record.ts'
import { isQuota } from './trouble.ts'
import { isUnreadable, unreadable } from './unreadable.ts'
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
  /** Thumbnails, and stills of videos. */
  pictures: Table<PictureRow, Key>
  /** Photos large enough for a whole screen and the printed report. */
  shown: Table<PictureRow, Key>
  kept: Table<KeptRow, Key>
  /** Files outside of surveys that wait to be uploaded. */
  bulkFiles: Table<BulkFileRow, Key>
  bulkBytes: Table<BulkBytesRow, Key>
  outbox: Table<OutboxRow, number>
}

/** The device's own store. Versions only ever add: an older tab may still be open on it. */
export function openDatabase(name = 'fieldbook'): Database {
  const made = new Dexie(name, { indexedDB: watchedFactory }) as Database
  // One version for all that came before it: Dexie compares with what is there, and reads each one that is named anew.
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
      // Until version 6; a tab of an earlier app may write there still (`convert-copies.ts`).
      surveys: '[account+id]',
      sections: '[account+id], [account+survey]',
    })
    .upgrade(convertAllCopies)
  // A newer version in another tab must not wait for this one; the next use opens it again.
  made.on('versionchange', () => made.close({ disableAutoOpen: false }))
  return made
}

/** A tab of an earlier version makes way at once where it is awake. */
const openedWithin = 5_000
const reservePatience = 2_000

export const db = openDatabase()
watchIdentity(db)
rememberWrites(db)
noteEntries(db)
keepRecord(db)
if (typeof document !== 'undefined') {
  openUnfrozen(db)
  startRecord(db)
}

/**
 * Opens the store at once, under a lock. A page that is left while it makes the store can be frozen half-way into
 * the browser's back/forward cache, and every later page's open would wait for it: it gives its opening up
 * (`page-lifecycle.ts`). Where an engine keeps a page's locks when it freezes it, asking for this one makes the browser let
 * the frozen page go.
 */
function openUnfrozen(database: Database): void {
  database.on('ready', () => blocked.set(false), true)
  // By time: of a tab that is frozen the browser does not know whether it makes way, so it calls nothing 'blocked'.
  setTimeout(() => blocked.set(!database.isOpen() && !database.hasFailed()), openedWithin)
  const open = () =>
    database.open().then(
      () => unreadable.set(false),
      // Anything else is reported by the first use.
      (error: unknown) => unreadable.set(isUnreadable(error)),
    )
  // Closed from outside it may have been cleared: what is only on the screen is not left to the next use.
  database.on('close', () => database.hasFailed() || setTimeout(open))
  // A browser that stores nothing refuses locks as well.
  if (navigator.locks) void navigator.locks.request('fieldbook-store-opens', open).catch(open)
  else void open()
}

/**
 * Runs work on the database; where the system had closed it (iOS does), also in the middle, opens it again and tries
 * once more. What was cut off has left nothing behind: transactions happen as a whole or not at all.
 */
export async function onDevice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await whereOpen(work)
  } catch (error) {
    // Text always fits: photos and plans leave a reserve that is given up for it.
    if (!isQuota(error) || !(await releaseReserve())) throw error
    return whereOpen(work)
  }
}

/** For pictures and videos: where there is no room for them beside the reserve, the work fails and text goes on. */
export async function onDeviceIfRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!(await hasReserve())) throw new DOMException('', 'QuotaExceededError')
  return whereOpen(work)
}

/**
 * A page that the system stops while it lays the reserve by keeps everybody else from it for a minute: what the server
 * has confirmed is not held up by that, and the work itself finds out whether there is room.
 */
function hasReserve(): Promise<boolean> {
  const late = new Promise<true>((go) => setTimeout(() => go(true), reservePatience))
  return Promise.race([keepReserve(), late])
}

async function whereOpen<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    await whileActive()
    const [connection, before] = [db.backendDB(), suspendCount()]
    try {
      return await work()
    } catch (error) {
      if (!wasClosed(error)) throw error
      // What was cut off because the page was left is no failure, however often that happens.
      if (suspendCount() !== before) tried = -1
      else if (tried > 0) {
        // A connection that was lost is back by now: parts of the files are damaged.
        if (isUnreadable(error)) unreadable.set(true)
        throw error
      }
      await whileActive()
      // Whoever else found it closed may have opened it already, and be in the middle of something.
      if (db.backendDB() === connection) db.close({ disableAutoOpen: false })
      await db.open()
    }
  }
}

const closedNames = [
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'OpenFailedError',
  'UnknownError',
]

function wasClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return closedNames.includes(error.name) || /connection to indexed database server lost/i.test(error.message)
}
