import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import type { NewFile } from '#server/features/media/data.ts'
import { storeCopies } from '#server/features/media/drawing.ts'
import { discardFiles, ingest, ingestPhoto } from '#server/features/media/ingest.ts'
import { readKind } from '#server/files/kind.ts'
import { Failure } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import { samplePhotos } from './photos.ts'
import { samplePlan } from './site.ts'

const folder = join(import.meta.dirname, 'photos')

export interface SamplePictures {
  /** By name in `photos.ts`: a picture used at two fields is stored once. */
  readonly photos: ReadonlyMap<string, NewFile>
  readonly marked: ReadonlyMap<string, NewFile>
  readonly plan: NewFile
  /** Everything that was written to the store. */
  readonly kept: readonly string[]
}

/** Processes the included pictures like any upload, one at a time, so that users' uploads come first. */
export async function ingestSample(context: Context): Promise<SamplePictures> {
  const kept: string[] = []
  try {
    const photos = new Map<string, NewFile>()
    const marked = new Map<string, NewFile>()
    for (const { file, drawing } of samplePhotos) {
      if (!photos.has(file))
        photos.set(file, await withFile(context, `${file}.jpg`, (one) => ingest(context, one, null, kept)))
      if (drawing) marked.set(file, await withFile(context, `${drawing.file}.jpg`, markedOf(context, kept)))
    }
    const plan = await withFile(context, samplePlan.file, async (one) => {
      const kind = await readKind(one.bytes.path)
      return kind ? ingestPhoto(context, one, kind, kept, 'plan') : null
    })
    return { photos, marked, plan, kept }
  } catch (error) {
    await discardFiles(context, kept)
    throw error
  }
}

/** Like `media.draw` for a marked picture: keeps the copies that are shown, and not the picture itself. */
function markedOf(context: Context, kept: string[]) {
  return async ({ bytes }: ReceivedFile) => {
    const made = await context.tools.makeRenditions(bytes.path, 'image/jpeg')
    if (!made.ok) return null
    const copies = await storeCopies(context, made.image)
    kept.push(...copies.kept)
    return copies.file
  }
}

async function withFile(
  { files }: Context,
  filename: string,
  use: (file: ReceivedFile) => Promise<NewFile | Failure | null>,
): Promise<NewFile> {
  const bytes = await files.receive(createReadStream(join(folder, filename)), limits.photoBytes)
  try {
    const made = await use({ part: 'photos', filename, bytes })
    if (made === null || made instanceof Failure) throw new Error(`${filename} is no picture`)
    return made
  } finally {
    await files.drop(bytes)
  }
}
