import { v7 } from 'uuid'
import { db } from '../../store/database.ts'
import type { EntryOf, OutboxRow } from '../../store/outbox-rows.ts'
import { copyEntry, dropWaitingCopy, isCopy, waitingCopies } from '../copy-entry.ts'
import { freeSeqBehind, newEntry } from '../entries.ts'
import { mediumIn } from '../place.ts'
import type { ErrorLines } from './remote-operation.ts'

type Upload = EntryOf<'media.upload'>

/**
 * Inside the parking transaction: files that the server named become refused uploads of their own, and the others go
 * again at once; where it named none the whole upload is parked, unless all of its files were taken away meanwhile.
 */
export async function rejectUpload(row: Upload, problem: string, errors: ErrorLines): Promise<void> {
  if (await splitRejectedFiles(row, errors)) return
  await parkCopiesOf(row, problem)
  if (!(await takeBackChanges(row))) return db.outbox.delete(row.seq ?? 0)
  const tried = { failure: problem, triedAt: new Date().toISOString() }
  await db.outbox.update(row.seq ?? 0, { state: 'parked', problem, input: null, ...tried })
}

/**
 * Inside the parking transaction: where the server named some files of an upload (`files[2]`), each of them becomes
 * a refused upload of its own, with its reason, and the others go again at once. false = it named none, or there was but one.
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

/** The reason for each file, by its id. */
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
  if (later.some(({ endpoint }) => endpoint === 'media.delete')) {
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

/** Inside the parking transaction: the same for an upload that is refused as a whole. */
async function parkCopiesOf(row: Upload, problem: string): Promise<void> {
  for (const { id } of await db.files.where({ upload: row.id }).toArray()) await parkCopies(row, id, problem)
}

/**
 * Likewise: what was said meanwhile about its files is not sent behind it, and those that were taken away are gone. false =
 * none is left. What another device may bring in between has to be deleted behind that.
 */
async function takeBackChanges(row: Upload): Promise<boolean> {
  if (row.parcel !== undefined) return true
  for (const { account, id } of await db.files.where({ upload: row.id }).toArray()) {
    const later = await changesOf(row, id)
    await db.outbox.bulkDelete(later.map(({ seq }) => seq ?? 0))
    if (!later.some(({ endpoint }) => endpoint === 'media.delete')) continue
    await db.files.delete([account, id])
    await db.blobs.delete([account, id])
  }
  return (await db.files.where({ upload: row.id }).count()) > 0
}

/** Copies are made all or none: the one of this file must not keep those of the others from being made. */
async function parkCopies({ account, survey }: OutboxRow, file: string, problem: string): Promise<void> {
  for (const entry of await db.outbox.where({ account, survey }).toArray()) {
    if (!isCopy(entry)) continue
    const copies = waitingCopies(entry).filter(({ copiedFrom }) => copiedFrom === file)
    for (const copy of copies) {
      const now = await db.outbox.get(entry.seq ?? 0)
      if (!now || !isCopy(now) || !(await dropWaitingCopy(now, copy.id))) continue
      const place = { survey, subSection: entry.subSection ?? '', answer: entry.answer ?? '' }
      const seq = await freeSeqBehind(entry)
      await db.outbox.add({ ...copyEntry(account, place, [copy]), state: 'parked', problem, seq })
    }
  }
}

/** What was drawn on the photo names the upload that brings it. */
async function redirectDrawings({ account, survey }: OutboxRow, file: string, upload: string): Promise<void> {
  for (const entry of await db.outbox.where({ account, survey }).toArray()) {
    if (entry.endpoint !== 'media.draw') continue
    const { body } = entry.input
    if (body.photo_id === file)
      await db.outbox.put({ ...entry, input: { body: { ...body, user_survey_media_id: upload } } })
  }
}

/** What was said about the file while its upload was on its way; its description stands in the file's own row too. */
async function changesOf({ account, survey }: OutboxRow, file: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.where({ account, survey }).toArray()
  return rows.filter((row) => {
    if (row.endpoint === 'media.describe') return mediumIn(row.input.body) === file
    if (row.endpoint === 'media.delete') return mediumIn(row.input.query) === file
    return false
  })
}
