import { limits } from '#contract/limits.ts'
import type { uploadMedia } from '#contract/media/media.ts'
import { maxBytes, plainName } from '#contract/rules/file.ts'
import type { FileKind as DetectedKind, PhotoType, VideoType } from '#contract/rules/file-kind.ts'
import type { Context, Db } from '#server/context.ts'
import { openAnswer, type Reader } from '#server/features/surveys/access.ts'
import { whyNotKinds } from '#server/features/surveys/change-files.ts'
import { readKind } from '#server/files/kind.ts'
import type { ImageRefusal, PictureUse, Rendition, Renditions } from '#server/files/rendition.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { Call } from '#server/http/serve.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { findUpload, type NewFile, type NewRendition, type NewUpload } from './data.ts'

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
  readonly account: Reader
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
  const answer = await openAnswer(db, account, body.user_survey_sub_section_detail_id, 'add')
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

export type IngestFailure = Failure<
  | 'media.wrongType'
  | 'media.photoTooLarge'
  | 'media.videoTooLarge'
  | 'media.tooManyPixels'
  | 'media.unreadable'
>

/**
 * Verifies a received file by its content, makes its renditions, and stores all of them. `kept` collects every
 * key as it is written, so that the caller can remove them.
 */
export async function ingest(
  context: Context,
  file: ReceivedFile,
  poster: ReceivedFile | null,
  kept: string[],
): Promise<NewFile | IngestFailure> {
  const kind = await readKind(file.bytes.path)
  if (!kind) return fail('media.wrongType', named(file))
  if (file.bytes.size > maxBytes(kind.kind)) {
    return fail(kind.kind === 'photo' ? 'media.photoTooLarge' : 'media.videoTooLarge', named(file))
  }
  return kind.kind === 'photo'
    ? ingestPhoto(context, file, kind, kept)
    : ingestVideo(context, file, kind, poster, kept)
}

function named({ filename }: ReceivedFile) {
  return { values: { files: plainName(filename) } }
}

export async function ingestPhoto(
  context: Context,
  file: ReceivedFile,
  kind: DetectedKind,
  kept: string[],
  use: PictureUse = 'photo',
): Promise<NewFile | IngestFailure> {
  const made = await context.tools.makeRenditions(file.bytes.path, kind.type as PhotoType, use)
  if (!made.ok) return refusePhoto(context, file, made.reason)
  const { image } = made
  const renditions = [
    await keepOriginal(context, file, kind, kept, { width: image.width, height: image.height }),
    await storeRendition(context, 'view', image.view, kept),
    await storeRendition(context, 'report', image.report, kept),
    await storeRendition(context, 'thumb', image.thumb, kept),
  ]
  return {
    kind: 'photo',
    extension: kind.extension,
    takenAt: image.takenAt,
    position: image.position,
    seconds: null,
    renditions,
  }
}

function refusePhoto(context: Context, file: ReceivedFile, reason: ImageRefusal): IngestFailure {
  context.log.info({ reason }, 'A photo was refused')
  return fail(reason === 'too-many-pixels' ? 'media.tooManyPixels' : 'media.unreadable', named(file))
}

async function ingestVideo(
  context: Context,
  file: ReceivedFile,
  kind: DetectedKind,
  poster: ReceivedFile | null,
  kept: string[],
): Promise<NewFile | IngestFailure> {
  const { tools } = context
  const type = kind.type as VideoType
  const facts = await tools.probeVideo(file.bytes.path, type)
  if (!facts) return fail('media.unreadable', named(file))
  const image =
    (await tools.posterOf(file.bytes.path, type, facts.seconds)) ?? (await posterFromBrowser(context, poster))
  const renditions: NewRendition[] = []
  if (image) {
    renditions.push(await storeRendition(context, 'poster', image.view, kept))
    renditions.push(await storeRendition(context, 'thumb', image.thumb, kept))
  }
  renditions.push(await keepOriginal(context, file, kind, kept, facts))
  return {
    kind: 'video',
    extension: kind.extension,
    takenAt: facts.takenAt,
    position: null,
    seconds: facts.seconds,
    renditions,
  }
}

/** A still from the uploading browser, for machines without ffmpeg; verified like any photo. */
async function posterFromBrowser(context: Context, poster: ReceivedFile | null): Promise<Renditions | null> {
  if (!poster) return null
  const made = await context.tools.makeRenditions(poster.bytes.path, 'image/jpeg')
  return made.ok ? made.image : null
}

async function keepOriginal(
  context: Context,
  file: ReceivedFile,
  kind: DetectedKind,
  kept: string[],
  size: { width: number; height: number },
): Promise<NewRendition> {
  const stored = await context.files.commit(file.bytes)
  kept.push(stored.key)
  return { ...stored, ...size, name: 'original', type: kind.type }
}

/** Stores a rendition under its name. */
export async function storeRendition(
  context: Context,
  name: NewRendition['name'],
  made: Rendition,
  kept: string[],
): Promise<NewRendition> {
  const stored = await context.files.commit(await context.files.receive(made.bytes, made.bytes.length))
  kept.push(stored.key)
  return { ...stored, name, type: 'image/jpeg', width: made.width, height: made.height }
}

/** Possible failures of one file of several. All have messages with file names. */
type FileCode = IngestFailure['code'] | 'media.damaged' | 'media.uploadGone'

export interface RejectedFile<Code extends FileCode> {
  /** Index among the upload's files, as for the device's ids. */
  readonly place: number
  readonly filename: string
  readonly code: Code
}

/**
 * Returns one sentence per failure with the names of all its files, then a line for each file by its index
 * (`files[2]`), so that the device can set it aside and send the others.
 */
export function rejectFiles<Code extends FileCode>(
  bad: readonly RejectedFile<Code>[],
  fallback: Code,
): Failure<Code> {
  const codes = [...new Set(bad.map(({ code }) => code))]
  const [first = fallback, ...others] = codes
  const values = (code: Code) => {
    const names = bad.filter((one) => one.code === code).map(({ filename }) => plainName(filename))
    return { files: names.join(', ') }
  }
  const places = bad.flatMap(({ place, filename, code }) => {
    const details = { field: `files[${place}]`, values: { files: plainName(filename) } }
    return fail(code, details).errors
  })
  const sentences = others.flatMap((code) => fail(code, { values: values(code) }).errors)
  return fail(first, { values: values(first), more: [...sentences, ...places] })
}
