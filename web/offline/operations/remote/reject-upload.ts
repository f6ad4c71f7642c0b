import { v7 } from 'uuid'
import { db } from '../../store/database.ts'
import type { EntryOf, OutboxRow } from '../../store/outbox-rows.ts'
import { isDrawing } from '../drawing.ts'
import { freeSeqBehind, newEntry } from '../entries.ts'
import { copyEntry, isCopy, unsentCopies } from '../media-reference.ts'
import { deletedIn, describedIn } from '../registry.ts'
import { removeUnsentCopy } from '../unsent-copies.ts'
import type { ErrorLines } from './remote-operation.ts'

type Upload = EntryOf<'media.upload'>

/**
 * Handles a rejected upload inside the parking transaction. Files that the server named become rejected
 * uploads of their own, and the others are resent. If it named none, the whole upload is parked, or deleted
 * if all of its files were removed.
 */
export async function rejectUpload(row: Upload, problem: string, errors: ErrorLines): Promise<void> {
  if (await splitRejectedFiles(row, errors)) return
  await parkCopiesOf(row, problem)
  if (!(await takeBackChanges(row))) return db.outbox.delete(row.seq ?? 0)
  const tried = { failure: problem, triedAt: new Date().toISOString() }
  await db.outbox.update(row.seq ?? 0, { state: 'parked', problem, input: null, ...tried })
}

/**
 * Moves the files that the server named (`files[2]`) to rejected uploads of their own, each with its reason,
 * and resends the others. Returns false if it named none, or the upload has only one file.
 */
async function splitRejectedFiles(row: Upload, errors: ErrorLines): Promise<boolean> {
  if (row.input === null) return false
  const { ids } = row.input.body
  const refused = refusedFiles(ids ?? [], errors)
  if (refused.size === 0 || (ids ?? []).length === 1) return false
  for (const [file, problem] of refused) await parkFile(row, file, problem, await freeSeqBehind(row))
  if ((await db.files.where({ upload: row.id }).count()) === 0) await db.outbox.delete(row.seq ?? 0)
  else await db.outbox.update(row.seq ?? 0, { input: null, state: 'waiting', attempts: 0, nextAt: 0 })
  return true
}

/** Returns the reason for each rejected file, by id. */
export function refusedFiles(ids: readonly string[], errors: ErrorLines): ReadonlyMap<string, string> {
  const named = errors.flatMap((line) =>
    Object.entries(line).flatMap(([field, problem]): [string, string][] => {
      const id = ids[Number(/^files\[(\d+)\]$/.exec(field)?.[1] ?? -1)]
      return id === undefined ? [] : [[id, problem]]
    }),
  )
  return new Map(named)
}

async function parkFile(row: Upload, file: string, problem: string, seq: number): Promise<void> {
  const later = await changesOf(row, file)
  await db.outbox.bulkDelete(later.map((entry) => entry.seq ?? 0))
  if (later.some((entry) => deletedIn(entry) === file)) {
    await db.files.delete([row.account, file])
    await db.blobs.delete([row.account, file])
    return
  }
  const id = v7()
  const { account, survey, endpoint, subSection, answer, madeAt } = row
  const given = { id, seq, state: 'parked' as const, problem, input: null }
  await db.outbox.add(newEntry(account, { survey, endpoint, subSection, answer, madeAt, ...given }))
  await db.files.update([account, file], { upload: id })
  await redirectDrawings(row, file, id)
  await parkCopies(row, file, problem)
}

/** Parks all copies of a rejected upload's files. */
async function parkCopiesOf(row: Upload, problem: string): Promise<void> {
  for (const { id } of await db.files.where({ upload: row.id }).toArray()) await parkCopies(row, id, problem)
}

/**
 * Deletes later changes to a rejected upload's files, and files that were removed. Returns false if none is
 * left. An upload that another device may send keeps both, because the deletion must follow it.
 */
async function takeBackChanges(row: Upload): Promise<boolean> {
  if (row.parcel !== undefined) return true
  for (const { account, id } of await db.files.where({ upload: row.id }).toArray()) {
    const later = await changesOf(row, id)
    await db.outbox.bulkDelete(later.map(({ seq }) => seq ?? 0))
    if (!later.some((entry) => deletedIn(entry) === id)) continue
    await db.files.delete([account, id])
    await db.blobs.delete([account, id])
  }
  return (await db.files.where({ upload: row.id }).count()) > 0
}

/** Parks the copies of one file separately, because the server makes all copies of an entry or none. */
async function parkCopies({ account, survey }: OutboxRow, file: string, problem: string): Promise<void> {
  for (const entry of await db.outbox.where({ account, survey }).toArray()) {
    if (!isCopy(entry)) continue
    const copies = unsentCopies(entry).filter(({ copiedFrom }) => copiedFrom === file)
    for (const copy of copies) {
      const now = await db.outbox.get(entry.seq ?? 0)
      if (!now || !isCopy(now) || !(await removeUnsentCopy(now, copy.id))) continue
      const place = { survey, subSection: entry.subSection ?? '', answer: entry.answer ?? '' }
      const seq = await freeSeqBehind(entry)
      await db.outbox.add({ ...copyEntry(account, place, [copy]), state: 'parked', problem, seq })
    }
  }
}

/** Points drawings on the photo to its new upload. */
async function redirectDrawings({ account, survey }: OutboxRow, file: string, upload: string): Promise<void> {
  for (const entry of await db.outbox.where({ account, survey }).toArray()) {
    if (!isDrawing(entry)) continue
    const { body } = entry.input
    if (body.photo_id === file)
      await db.outbox.put({ ...entry, input: { body: { ...body, user_survey_media_id: upload } } })
  }
}

/** Returns the unsent changes to a file. Its description is also in the file's row. */
async function changesOf({ account, survey }: OutboxRow, file: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.where({ account, survey }).toArray()
  return rows.filter((row) => describedIn(row) === file || deletedIn(row) === file)
}
