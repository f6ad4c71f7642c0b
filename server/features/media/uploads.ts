import { limits } from '#contract/limits.ts'
import type { uploadMedia } from '#contract/media/media.ts'
import type { Context, Db } from '#server/context.ts'
import { openAnswer } from '#server/features/surveys/access.ts'
import { whyNotKinds } from '#server/features/surveys/file-rules.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { Call } from '#server/http/serve.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { findUpload, type NewFile, type NewUpload } from './data.ts'
import { type IngestFailure, ingest } from './ingest.ts'
import { type RejectedFile, rejectFiles } from './reject-files.ts'

type UploadCall = Call<typeof uploadMedia>

export interface IngestedFile extends NewFile {
  readonly filename: string
}

export interface Ingested {
  /** Photos before videos, each in the order of their parts. */
  readonly files: readonly IngestedFile[]
  /** Keys of everything written to the store. */
  readonly kept: readonly string[]
}

export type UploadFailure =
  | IngestFailure
  | Failure<
      | 'survey.readOnly'
      | 'survey.partNotFound'
      | 'media.tooManyFiles'
      | 'media.noFiles'
      | 'media.notAllowedHere'
      | 'media.wrongKindHere'
    >

/** A file to verify and store; the poster is a still of a video, for machines without ffmpeg. */
export interface UploadedFile {
  readonly file: ReceivedFile
  readonly poster: ReceivedFile | null
}

/** Verifies and stores every file of an upload before its transaction opens: all of them, or none. */
export async function ingestUpload(call: UploadCall): Promise<Ingested | UploadFailure> {
  const { context, files } = call
  const refused = await rejectUpload(call, files.filter(isUploaded).map(kindOfPart))
  if (refused) return refused
  const videos = files.filter((file) => file.part === 'medias')
  const posters = files.filter((file) => file.part === 'posters')
  const all = [...files.filter((one) => one.part === 'photos'), ...videos]
  return ingestFiles(
    context,
    all.map((file) => ({ file, poster: posters[videos.indexOf(file)] ?? null })),
  )
}

/** Ingests files in parallel, as the media tools permit; waits for all of them before removing any. */
export async function ingestFiles(
  context: Context,
  all: readonly UploadedFile[],
): Promise<Ingested | IngestFailure> {
  const kept: string[] = []
  const outcomes = await Promise.allSettled(
    all.map(({ file, poster }) => ingest(context, file, poster, kept)),
  )
  const broken = outcomes.find((outcome) => outcome.status === 'rejected')
  const done: IngestedFile[] = []
  const bad: RejectedFile<IngestFailure['code']>[] = []
  for (const [place, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') continue
    const filename = all[place]?.file.filename ?? ''
    if (outcome.value instanceof Failure) bad.push({ place, filename, code: outcome.value.code })
    else done.push({ ...outcome.value, filename })
  }
  if (done.length === all.length) return { files: done, kept }
  await discardFiles(context, kept)
  if (broken) throw broken.reason
  return rejectFiles(bad, 'media.unreadable')
}

interface Asked {
  readonly db: Db
  readonly account: { readonly id: string }
  readonly body: { readonly user_survey_sub_section_detail_id: string }
}

/**
 * Rejects an upload without reading its files, where possible. The limits are checked again under the survey's
 * lock.
 */
export async function rejectUpload(
  { db, account, body }: Asked,
  kinds: readonly FileKind[],
): Promise<UploadFailure | null> {
  const answer = await openAnswer(db, account.id, body.user_survey_sub_section_detail_id, 'add')
  if (answer instanceof Failure) return answer
  if (kinds.length === 0) return fail('media.noFiles')
  if (kinds.length > limits.filesPerUpload) return fail('media.tooManyFiles')
  return whyNotKinds(answer, kinds)
}

/** Posters are stills of videos, not files of their own. */
function kindOfPart({ part }: ReceivedFile): FileKind {
  return part === 'photos' ? 'photo' : 'video'
}

function isUploaded(file: ReceivedFile): boolean {
  return file.part === 'photos' || file.part === 'medias'
}

/**
 * Whether this upload arrived before: 'same' is a replay, 'other' its id with another answer or other files.
 */
export async function findEarlier(
  { db }: { readonly db: Db },
  upload: Pick<NewUpload, 'id' | 'answerId' | 'hashes'>,
): Promise<'same' | 'other' | null> {
  const known = await findUpload(db, upload.id)
  if (!known) return null
  const same = known.answerId === upload.answerId && known.hashes.join() === upload.hashes.join()
  return same ? 'same' : 'other'
}

/** Removes keys without a row. A failed removal only wastes disk space. */
export async function discardFiles({ files, log }: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await files.remove(key).catch((error) => log.warn({ err: error }, 'A file could not be taken back'))
  }
}

/** Hashes of the originals, in the order in which they were sent. */
export function hashesOf(files: readonly NewFile[]): readonly string[] {
  return files.flatMap((file) => file.renditions.find((one) => one.name === 'original')?.sha256 ?? [])
}
