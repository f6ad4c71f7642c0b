import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { v7 } from 'uuid'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { dayIn } from '#survey/time-zone.ts'
import { zoneOf } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { isKnownOperation, operationOf } from '../operations/registry.ts'
import { remoteOf } from '../operations/remote/registry.ts'
import { frozenEntry } from '../outbox/transitions.ts'
import { bundleKey } from '../store/bundled-entries.ts'
import { db, onDevice } from '../store/database.ts'
import { journalTable, readJournal } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { Bytes } from '../store/rows.ts'
import { type BundlePiece, type BundleRows, collectRows, piecesOf } from './collect-rows.ts'
import {
  bundleFormat,
  bundleVersion,
  changesIn,
  type Manifest,
  type Member,
  manifestName,
} from './manifest.ts'
import { answersTable, type Places, placesOf, plainPath } from './readable-copy.ts'

export interface ExportBundle {
  readonly name: string
  readonly file: Blob
  /** Number of changes; each answer and file counts as one. */
  readonly changes: number
}

/**
 * Returns the account's unsent work in one zip, for people to read and for another device of the account to
 * send; null if there is none. Reads bytes one by one.
 */
export async function makeExportBundle(
  account: string,
  progress?: (share: number) => void,
): Promise<ExportBundle | null> {
  const { id, entries } = await freezeWaiting(account)
  if (entries.length === 0) return null
  const gathered = await collectRows(account, entries)
  const places = await placesOf(account, gathered)
  const madeAt = new Date().toISOString()
  const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false })
  const pieces = piecesOf(account, gathered)
  const members: Member[] = []
  const missing = new Set<string>()
  const named = pathGiver(gathered, places)
  for (const [index, piece] of pieces.entries()) {
    const bytes = await piece.read()
    if (!bytes) {
      // The server has confirmed it meanwhile, which deleted its bytes.
      if (piece.neededBy) missing.add(piece.neededBy)
      continue
    }
    const path = named(piece, bytes)
    await zip.add(path, new Uint8ArrayReader(new Uint8Array(bytes.bytes)), { level: 0 })
    members.push({ path, role: piece.role, id: piece.id, type: bytes.type, size: bytes.bytes.byteLength })
    progress?.((index + 1) / pieces.length)
  }
  const manifest = manifestOf({ id, account, madeAt }, without(gathered, missing), members)
  await zip.add(manifestName, new TextReader(JSON.stringify(manifest)))
  await zip.add(t('storage.parcelAnswers'), new TextReader(answersTable(gathered, places)))
  await zip.add(
    t('storage.journalName'),
    // The bundle is useful even without the journal.
    new TextReader(journalTable(await readJournal(account).catch(() => []))),
  )
  await zip.add(t('storage.parcelNoteName'), new TextReader(t('storage.parcelNote')))
  const file = await zip.close()
  const changes = changesIn(
    manifest,
    manifest.entries.map(({ id }) => id),
  )
  return { name: fileName(madeAt), file, changes }
}

function without(gathered: BundleRows, missing: ReadonlySet<string>): BundleRows {
  const there = <Row>(rows: readonly Row[], entry: (row: Row) => string) =>
    rows.filter((row) => !missing.has(entry(row)))
  return {
    ...gathered,
    entries: there(gathered.entries, ({ id }) => id),
    files: there(gathered.files, ({ upload }) => upload),
    drawings: there(gathered.drawings, ({ entry }) => entry),
    plans: there(gathered.plans, ({ id }) => id),
  }
}

function manifestOf(
  { id, account, madeAt }: { readonly id: string; readonly account: string; readonly madeAt: string },
  { entries, answers, files, drawings, plans, surveys }: BundleRows,
  members: readonly Member[],
): Manifest {
  return {
    format: bundleFormat,
    version: bundleVersion,
    id,
    account,
    madeAt,
    entries: entries.map(entryOf),
    answers: answers.map(({ account: _, conflict: _conflict, copiedFrom, values, ...row }) => ({
      ...row,
      values: [...values],
      copiedFrom: copiedFrom ?? null,
    })),
    files: files.map(({ id, survey, subSection, answer, upload, kind, name, description, addedAt }) => ({
      ...{ id, survey, subSection, answer, upload, kind, name, description, addedAt },
    })),
    drawings: drawings.map(({ id, survey, entry, shapes, turn, drawnAt }) => ({
      ...{ id, survey, entry, turn, drawnAt },
      shapes: shapes && [...shapes],
    })),
    plans: plans.map(({ id, survey, name, width, height }) => ({ id, survey, name, width, height })),
    surveys: [...surveys],
    members: [...members],
  }
}

function entryOf({ id, survey, endpoint, input, subSection, answer, madeAt, problem, state }: OutboxRow) {
  return {
    ...{ id, survey, endpoint, subSection, answer, madeAt },
    input: input as Record<string, unknown>,
    problem: state === 'parked' ? (problem ?? '') : null,
  }
}

/** Returns readable, unique names. */
function pathGiver(
  { files, plans }: BundleRows,
  places: Places,
): (piece: BundlePiece, bytes: Bytes) => string {
  const taken = new Set<string>()
  const fileById = new Map(files.map((file) => [file.id, file]))
  const planById = new Map(plans.map((plan) => [plan.id, plan]))
  const whole = (piece: BundlePiece): string => {
    const survey = places.surveys.get(piece.survey) ?? piece.survey
    const file = fileById.get(piece.id)
    if (piece.role === 'bytes' && file) {
      const place = places.answers.get(file.answer)
      return plainPath(survey, place?.part ?? '-', `${place?.field ?? '-'} ${stem(file.name)}`)
    }
    if (piece.role === 'plan') return plainPath(survey, planById.get(piece.id)?.name ?? piece.id)
    return plainPath('fieldbook', piece.role, piece.id)
  }
  return (piece, { type }) => {
    const base = whole(piece)
    const ending = endings[type] ?? 'bin'
    let path = `${base}.${ending}`
    for (let count = 2; taken.has(path.toLowerCase()); count += 1) path = `${base} ${count}.${ending}`
    taken.add(path.toLowerCase())
    return path
  }
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/tiff': 'tiff',
  'image/bmp': 'bmp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

function fileName(madeAt: string): string {
  const time = new Intl.DateTimeFormat(spokenLocale(), { hour: '2-digit', minute: '2-digit', hour12: false })
  const clock = time.format(new Date(madeAt)).replace(/\D+/g, '')
  return `Fieldbook ${dayIn(madeAt, zoneOf(null))} ${clock}.zip`
}

interface FrozenWork {
  readonly id: string
  readonly entries: readonly OutboxRow[]
}

/**
 * Freezes all unsent entries of the account, because another device will be able to send them. Later edits go
 * into new entries. Nothing leaves the queue.
 */
async function freezeWaiting(account: string): Promise<FrozenWork> {
  await prepareUploads(account)
  const id = v7()
  const entries = await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const rows = await db.outbox.where({ account }).sortBy('seq')
      const sealed: OutboxRow[] = []
      for (const row of rows) {
        // Photos added meanwhile are not shrunk yet; the next bundle includes them.
        if (row.input === null && isKnownOperation(row) && (await hasUnprepared(row))) continue
        const frozen = await frozenEntry(row)
        if (frozen === null) continue
        const own = row.input === null ? remoteOf(row).rebase(frozen, sealed) : frozen
        const next = { ...own, parcel: row.parcel ?? id }
        await db.outbox.put(next)
        sealed.push(next)
      }
      if (sealed.length > 0)
        await db.kept.put({ account, id: bundleKey(id), value: sealed.map((row) => row.id) })
      return sealed
    }),
  )
  return { id, entries }
}

async function prepareUploads(account: string): Promise<void> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  for (const row of rows) if (isKnownOperation(row) && row.input === null) await remoteOf(row).prepare(row)
}

async function hasUnprepared(row: OutboxRow): Promise<boolean> {
  const { collects } = operationOf(row)
  return collects !== null && !(await collects.isPrepared(row))
}
