import { createReadStream } from 'node:fs'
import { limits } from '#contract/limits.ts'
import type { uploadResumed } from '#contract/media/resumable.ts'
import type { Context, Db } from '#server/context.ts'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import { StoreUnavailable } from '#server/files/store.ts'
import { Failure } from '#server/http/failure.ts'
import { dropFiles, type ReceivedFile } from '#server/http/multipart.ts'
import type { Call } from '#server/http/serve.ts'
import {
  findEarlier,
  type Ingested,
  ingestFiles,
  type RejectedFile,
  rejectFiles,
  rejectUpload,
  type UploadedFile,
  type UploadFailure,
} from '../ingest.ts'
import { storeUpload } from '../store-upload.ts'
import { findPart, forgetParts, unknownParts } from './data.ts'
import { partPath, removePart } from './store.ts'

type ResumedCall = Call<typeof uploadResumed>
type Named = ResumedCall['body']['files'][number]
type ArrivedFailure = Failure<'media.damaged' | 'media.uploadGone'>

/**
 * Copies received parts to temporary files for the usual preparation of uploads. The parts are removed only
 * after the commit.
 */
export async function ingestReceived(call: ResumedCall): Promise<Ingested | UploadFailure | ArrivedFailure> {
  const { body, context } = call
  const refused = await rejectUpload(
    call,
    body.files.map(({ kind }) => kind),
  )
  if (refused) return refused
  // Already stored by an earlier call, so there is nothing to read; the handler replays it.
  if ((await findEarlier(call, nameOf(body))) === 'same') return { files: [], kept: [] }
  const copied: ReceivedFile[] = []
  try {
    const all = await copyAll(call, copied)
    return all instanceof Failure ? all : await ingestFiles(context, all)
  } finally {
    await dropFiles(context.files, copied)
  }
}

/** In the call's transaction: assigns the received parts to this upload, so that no other can use them. */
export async function claimReceived(call: ResumedCall, ingested: Ingested) {
  const { db, account, body } = call
  const taken = new Set(await forgetParts(db, account.id, partsOf(body)))
  const missing = body.files.filter(({ upload }) => !taken.has(upload))
  if (ingested.files.length > 0 && missing.length > 0) return refuseGone(body.files, missing)
  return storeUpload(call, nameOf(body), ingested)
}

function nameOf(body: ResumedCall['body']) {
  return {
    id: body.id,
    answerId: body.user_survey_sub_section_detail_id,
    hashes: body.files.map(({ sha256 }) => sha256),
    ids: body.files.map(({ id }) => id),
    descriptions: body.files.map(({ description }) => description),
  }
}

export function partsOf({ files }: ResumedCall['body']): string[] {
  return files.flatMap(({ upload, poster }) => (poster === undefined ? [upload] : [upload, poster]))
}

/** `copied` collects every copy as it is made, so that the caller can drop them. */
async function copyAll(
  call: ResumedCall,
  copied: ReceivedFile[],
): Promise<readonly UploadedFile[] | ArrivedFailure> {
  const all: UploadedFile[] = []
  const bad: RejectedFile<ArrivedFailure['code']>[] = []
  for (const [place, named] of call.body.files.entries()) {
    const part = named.kind === 'photo' ? 'photos' : 'medias'
    const file = await copyPart(call, named.upload, { part, filename: named.name }, copied)
    const code = wrongWith(named, file)
    if (file && !code) all.push({ file, poster: await posterOf(call, named, copied) })
    else bad.push({ place, filename: named.name, code: code ?? 'media.damaged' })
  }
  return bad.length > 0 ? rejectFiles(bad, 'media.damaged') : all
}

function wrongWith({ sha256 }: Named, file: ReceivedFile | null): ArrivedFailure['code'] | null {
  if (!file) return 'media.uploadGone'
  return file.bytes.sha256 === sha256 ? null : 'media.damaged'
}

async function posterOf(call: ResumedCall, { poster }: Named, copied: ReceivedFile[]) {
  if (poster === undefined) return null
  return copyPart(call, poster, { part: 'posters', filename: 'poster.jpg' }, copied)
}

function refuseGone(all: readonly Named[], missing: readonly Named[]): ArrivedFailure {
  const bad = missing.map((named) => ({
    place: all.indexOf(named),
    filename: named.name,
    code: 'media.uploadGone' as const,
  }))
  return rejectFiles(bad, 'media.uploadGone')
}

interface Asking {
  readonly db: Db
  readonly account: { readonly id: string }
  readonly context: Context
  readonly now: Date
}

/**
 * Copies a received part to a temporary file for a preparation; null if this account has no such part. `copied`
 * collects every copy as it is made, so that the caller can drop them.
 */
export async function copyPart(
  { db, account, context, now }: Asking,
  id: string,
  as: Pick<ReceivedFile, 'part' | 'filename'>,
  copied: ReceivedFile[],
): Promise<ReceivedFile | null> {
  if (!(await findPart(db, account.id, id, now))) return null
  try {
    const bytes = await context.files.receive(createReadStream(partPath(context, id)), limits.videoBytes)
    const file = { ...as, bytes }
    copied.push(file)
    return file
  } catch (error) {
    if (isNoSuchFile(error)) return null
    throw error instanceof StoreUnavailable
      ? error
      : new StoreUnavailable('What arrived cannot be read', { cause: error })
  }
}

/**
 * Removes parts after the commit. A part that still has a row belongs to another upload and stays. The next
 * cleanup removes leftovers.
 */
export async function removeReceived(context: Context, ids: readonly string[]): Promise<void> {
  try {
    for (const id of await unknownParts(context.db, ids)) await removePart(context, id)
  } catch (error) {
    context.log.warn({ err: error }, 'What arrived in parts could not be removed')
  }
}
