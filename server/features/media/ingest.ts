import { maxBytes, plainName } from '#contract/rules/file.ts'
import type { FileKind, PhotoType, VideoType } from '#contract/rules/file-kind.ts'
import type { Context } from '#server/context.ts'
import { readKind } from '#server/files/kind.ts'
import type { ImageRefusal, PictureUse, Rendition, Renditions } from '#server/files/rendition.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { NewFile, NewRendition } from './data.ts'

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
  kind: FileKind,
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
  kind: FileKind,
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
  kind: FileKind,
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
