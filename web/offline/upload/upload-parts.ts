import type { InputOf } from '#contract/endpoint.ts'
import { uploadResumed } from '#contract/media/resumable.ts'
import { call, type Failure, unreachedFailure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { FileRow } from '../store/rows.ts'
import { sha256Of } from './file-hash.ts'
import { deletePart, type Parts, type PartsSent, sendPart } from './send-part.ts'
import type { SendResult } from './send-result.ts'
import type { Uploading } from './upload.ts'

/** Milliseconds. The server makes renditions of ten photos before it replies. */
const patience = 180_000
/** How often a file starts over before the failure is reported. */
export const maxRestarts = 3

/**
 * Uploads each file in parts, then joins them with one call. Progress is stored with each file, so the upload
 * can resume at any time. Returns null if the server knows no parts.
 */
export async function uploadInParts(uploading: Uploading): Promise<SendResult<'media.upload'> | null> {
  const { body, files, token, signal } = uploading
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const begun = new Set(
    files.flatMap(({ resume, posterArrived }) => [resume ?? [], posterArrived ?? []].flat()),
  )
  let before = 0
  for (const [place, file] of files.entries()) {
    const report = (sent: number) => uploading.progress(before + Math.min(sent, file.size), total)
    const sent = await bring(uploading, file, begun, report)
    if (signal.aborted) await endAll(begun, token)
    if (sent === null) return null
    if (!sent.ok) return withPlace(sent, place)
    before += file.size
  }
  const arrived = await onDevice(() => db.files.bulkGet(files.map(({ account, id }) => [account, id])))
  const named = arrived.filter((file) => file !== undefined)
  if (named.length < files.length) return unreachedFailure()
  const input = inputOf(uploading, named, body.descriptions)
  const sent = await call(uploadResumed, input, {
    key: keyOf(uploading.row, named),
    account: uploading.row.account,
    signal,
    timeout: patience,
  })
  if (signal.aborted) await endAll(begun, token)
  return sent.ok ? sent : withoutDamaged(sent, named, token)
}

/**
 * Uploads one file and its poster. A completed file is not checked again, because the server deletes its
 * parts once the upload exists.
 */
async function bring(
  { token, signal }: Uploading,
  file: FileRow,
  addresses: Set<string>,
  progress: (sent: number) => void,
): Promise<{ readonly ok: true } | Failure | null> {
  if (file.arrived === undefined) {
    const blob = await onDevice(() => db.blobs.get([file.account, file.id]))
    if (!blob) return lost()
    const arrived = await sha256Of(blob.bytes)
    const begun = (resume: string) => {
      addresses.add(resume)
      void keep(file, { resume }).catch(logError('upload address')) // After a crash, the upload starts over.
    }
    const sent = await sendOrRestart({
      bytes: blob.bytes,
      resume: file.resume,
      token,
      signal,
      begun,
      progress,
    })
    if (sent.kind !== 'arrived') return sent.kind === 'failed' ? sent.failure : null
    await keep(file, { resume: sent.address, arrived })
  }
  if (file.poster === null || file.posterArrived !== undefined) return { ok: true }
  const quiet = { begun: (address: string) => addresses.add(address), progress: () => {} }
  const sent = await sendOrRestart({ bytes: file.poster.bytes, resume: undefined, token, signal, ...quiet })
  if (sent.kind !== 'arrived') return sent.kind === 'failed' ? sent.failure : null
  await keep(file, { posterArrived: sent.address })
  return { ok: true }
}

/**
 * Failure for bytes missing on this device. Retrying can't help, so the user is informed and the other files
 * go.
 */
function lost(): Failure {
  const message = t('media.notKept')
  return { ok: false, status: 410, errors: [{ message }], message }
}

/** Resumes an upload, and starts over if the server no longer has its parts. */
export async function sendOrRestart(one: Parts): Promise<Exclude<PartsSent, { kind: 'gone' }>> {
  const sent = await sendPart(one)
  if (sent.kind !== 'gone') return sent
  const anew = await sendPart({ ...one, resume: undefined })
  return anew.kind === 'gone' ? { kind: 'failed', failure: unreachedFailure() } : anew
}

function inputOf(
  { row }: Uploading,
  files: readonly FileRow[],
  descriptions: readonly string[],
): InputOf<typeof uploadResumed> {
  return {
    body: {
      id: row.id,
      user_survey_sub_section_detail_id: row.answer ?? '',
      files: files.map((file, place) => ({
        id: file.id,
        kind: file.kind,
        upload: uploadNameOf(file.resume),
        sha256: file.arrived ?? '',
        name: file.name,
        description: descriptions[place] ?? '',
        ...(file.posterArrived === undefined ? {} : { poster: uploadNameOf(file.posterArrived) }),
      })),
    },
  }
}

export function uploadNameOf(address = ''): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/**
 * Returns the key of the final call. It differs from the entry's key, under which an older app or the
 * fallback may have sent the same files in another form; the upload's id prevents duplicates. If another
 * device may send the entry, too, the key depends on the upload address instead.
 */
function keyOf({ id, parcel }: OutboxRow, [first]: readonly FileRow[]): string {
  if (parcel === undefined) return `${id.slice(0, 14)}8${id.slice(15)}`
  return keyOfPart(first?.resume)
}

/** Derives a key from an upload's address, where bytes arrive only once. */
export function keyOfPart(address: string | undefined): string {
  const hex = uploadNameOf(address)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Marks the file of a failure that concerns one file, e.g. too large or lost, so that the others continue.
 */
function withPlace(failure: Failure, place: number): Failure {
  if (failure.errors.length === 0 || ![410, 413, 415, 422].includes(failure.status)) return failure
  return { ...failure, errors: [...failure.errors, { [`files[${place}]`]: failure.message }] }
}

/** Starts over with files that arrived damaged or expired. After `maxRestarts` times, returns the failure. */
async function withoutDamaged(failure: Failure, files: readonly FileRow[], token: string): Promise<Failure> {
  const fields = failure.errors.flatMap((line) => Object.keys(line))
  if (!fields.includes('sha256') && !fields.includes('upload')) return failure
  const bad = files.filter((_, place) => fields.includes(`files[${place}]`))
  const given = bad.some(({ anew = 0 }) => anew >= maxRestarts)
  for (const file of bad) await forgetArrived(file, given ? 0 : (file.anew ?? 0) + 1)
  await endAll(new Set(bad.flatMap(({ resume }) => resume ?? [])), token)
  return given ? failure : { ...failure, status: 0 }
}

function forgetArrived({ account, id }: FileRow, anew: number): Promise<number> {
  return onDevice(() =>
    db.files.where({ account, id }).modify((row: { -readonly [Key in keyof FileRow]: FileRow[Key] }) => {
      delete row.resume
      delete row.arrived
      delete row.posterArrived
      row.anew = anew
    }),
  )
}

async function keep({ account, id }: FileRow, known: Partial<FileRow>): Promise<void> {
  await onDevice(() => db.files.update([account, id], known))
}

/** Asks the server to delete all parts. */
async function endAll(addresses: ReadonlySet<string>, token: string): Promise<void> {
  await Promise.all([...addresses].map((address) => deletePart(address, token)))
}
