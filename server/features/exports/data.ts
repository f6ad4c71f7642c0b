import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Export } from '#server/db/tables.ts'
import type { Reader } from '#server/features/surveys/access.ts'
import type { StoredBytes } from '#server/files/store.ts'
import type { ExportFailure } from './policy.ts'
import type { StoredRequest } from './request.ts'

export interface ExportRow extends Omit<Selectable<Export>, 'request'> {
  readonly request: StoredRequest
}

const unfinished = ['waiting', 'running'] as const

export interface NewExport {
  readonly id: string
  readonly accountId: string
  readonly sessionId: string
  readonly request: StoredRequest
  readonly surveys: number
  readonly now: Date
}

export async function addExport(
  db: Db,
  { id, accountId, sessionId, request, surveys, now }: NewExport,
): Promise<void> {
  await db
    .insertInto('export')
    .values({
      ...{ id, account_id: accountId, session_id: sessionId, created_at: now, state: 'waiting' },
      ...{ request: JSON.stringify(request), surveys },
    })
    .execute()
}

/** Counts waiting and running exports: those of the account, and all. */
export async function countUnfinished(
  db: Db,
  accountId: string,
): Promise<{ readonly own: number; readonly all: number }> {
  return db
    .selectFrom('export')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('account_id', '=', accountId).as('own'),
    ])
    .where('state', 'in', unfinished)
    .executeTakeFirstOrThrow()
}

export async function findExport(db: Db, reader: Reader, id: string): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('export')
    .selectAll()
    .where('id', '=', id)
    .where(isOf(reader))
    .executeTakeFirst()
  return row ? rowOf(row) : null
}

/** SQL condition: an export of the account; for a limited key, only those made within the same limits. */
function isOf({ id, limits }: Reader) {
  const own = sql<boolean>`export.account_id = ${id}`
  return limits === null
    ? own
    : sql<boolean>`(${own} and export.request -> 'limits' = ${JSON.stringify(limits)}::jsonb)`
}

/** Returns the account's exports created or finished since the moment, the latest first. */
export async function listExports(db: Db, reader: Reader, since: Date): Promise<readonly ExportRow[]> {
  const rows = await db
    .selectFrom('export')
    .selectAll()
    .where(isOf(reader))
    .where(({ eb, or }) => or([eb('created_at', '>', since), eb('finished_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(rowOf)
}

/**
 * Cancels an unfinished export of the account, or removes a finished one and returns the key of its file.
 * Returns null if the account has no such export.
 */
export async function cancelOrRemove(
  db: Db,
  reader: Reader,
  id: string,
  now: Date,
): Promise<'canceled' | { readonly removed: string | null } | null> {
  const canceled = await db
    .updateTable('export')
    .set({ state: 'canceled', finished_at: now })
    .where('id', '=', id)
    .where(isOf(reader))
    .where('state', 'in', unfinished)
    .returning('id')
    .executeTakeFirst()
  if (canceled) return 'canceled'
  const removed = await db
    .deleteFrom('export')
    .where('id', '=', id)
    .where(isOf(reader))
    .returning('store_key')
    .executeTakeFirst()
  return removed ? { removed: removed.store_key } : null
}

/**
 * Starts the oldest unfinished export, and counts the attempt. A running one was interrupted, since one process
 * serves a database and writes one export at a time.
 */
export async function startNext(db: Db): Promise<ExportRow | null> {
  const row = await db
    .updateTable('export')
    .set(({ eb }) => ({ state: 'running', written: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (next) =>
      next
        .selectFrom('export as waiting')
        .select('waiting.id')
        .where('waiting.state', 'in', unfinished)
        .orderBy('waiting.created_at')
        .orderBy('waiting.id')
        .limit(1),
    )
    .where('state', 'in', unfinished)
    .returningAll()
    .executeTakeFirst()
  return row ? rowOf(row) : null
}

/** Returns false if the export was canceled or removed. */
export async function recordProgress(
  db: Db,
  id: string,
  { surveys, written }: { readonly surveys: number; readonly written: number },
): Promise<boolean> {
  return changeRunning(db, id, { surveys, written })
}

export interface FinishedFile {
  readonly bytes: StoredBytes
  readonly surveys: number
  readonly fileName: string
  readonly contentType: string
}

/** Returns false if the export was canceled or removed; the file then belongs to no row. */
export async function finishExport(
  db: Db,
  id: string,
  { bytes, surveys, fileName, contentType }: FinishedFile,
  now: Date,
): Promise<boolean> {
  return changeRunning(db, id, {
    ...{ state: 'done', finished_at: now, surveys, written: surveys },
    ...{ file_name: fileName, content_type: contentType },
    ...{ store_key: bytes.key, size: bytes.size, sha256: bytes.sha256 },
  })
}

export async function failExport(db: Db, id: string, failure: ExportFailure, now: Date): Promise<void> {
  await changeRunning(db, id, { state: 'failed', failure, finished_at: now })
}

/** Ends the export of an account that is disabled or deleted. */
export async function endExport(db: Db, id: string, now: Date): Promise<void> {
  await changeRunning(db, id, { state: 'canceled', finished_at: now })
}

/** An attempt that ended with the server, or waits for the database, does not count. */
export async function forgetAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('export')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

type Change = Partial<Omit<Selectable<Export>, 'id' | 'account_id' | 'request'>>

async function changeRunning(db: Db, id: string, change: Change): Promise<boolean> {
  const changed = await db
    .updateTable('export')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Marks exports as expired: finished ones, also of deleted accounts, and those that could not be written for as
 * long. Returns the keys of their files.
 */
export async function expireExports(db: Db, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string | null }>`
    with due as (
      select export.id, export.store_key from export join account on account.id = export.account_id
      where (export.state = 'done' and (export.finished_at < ${before} or account.deleted_at is not null))
        or (export.state in ('waiting', 'running') and export.created_at < ${before})
      for update of export)
    update export set state = 'expired', store_key = null from due where due.id = export.id
    returning due.store_key as key`.execute(db)
  return rows.flatMap(({ key }) => key ?? [])
}

/** Deletes the rows of exports that have no file. */
export async function forgetExports(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('export')
    .where('state', 'in', ['failed', 'canceled', 'expired'])
    .where('created_at', '<', before)
    .execute()
}

function rowOf(row: Selectable<Export>): ExportRow {
  return { ...row, request: row.request as unknown as StoredRequest }
}
