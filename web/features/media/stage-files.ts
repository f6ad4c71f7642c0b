import { v7 } from 'uuid'
import { posterOf } from '#web/lib/picture/poster.ts'
import { thumbnailOf } from '#web/lib/picture/shrink.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { attachFiles, attachShots } from '#web/offline/draft/draft-actions.ts'
import { type PickedFile, recordPictures } from '#web/offline/record/record-media.ts'
import type { CollectKind } from '#web/offline/record/record-shots.ts'
import { publish } from '#web/offline/store/bus.ts'

export interface QueuedFile {
  readonly id: string
  readonly upload: string
  readonly kind: 'photo' | 'video'
  readonly name: string
  readonly size: number
  readonly description: string
}

/** A picked file that passed the checks. */
export interface CheckedFile {
  readonly id: string
  readonly file: File
  readonly kind: 'photo' | 'video'
  readonly description: string
}

export interface StagedFiles {
  readonly queued: readonly QueuedFile[]
  /** Files that were deleted before they could be read. */
  readonly unreadable: readonly File[]
  /** Files the device could not store, because it is full or for another reason. */
  readonly unstored: readonly File[]
}

/**
 * Stores picked files on the device unchanged, before any processing: a camera app may end the page at any moment.
 * The outbox resizes and sends them. `gathered`: the upload waits for more shots or for 'Upload'.
 */
export async function stageFiles(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  chosen: readonly CheckedFile[],
  gathered?: CollectKind,
): Promise<StagedFiles> {
  const bytes = new Map<CheckedFile, ArrayBuffer>()
  for (const one of chosen) {
    // Leave out unreadable files; the caller reports them by name.
    const own = await one.file.arrayBuffer().catch(() => null)
    if (own) bytes.set(one, own)
  }
  const read = [...bytes.keys()]
  const picked = read.map((one) => pickedFile(one, bytes.get(one) ?? new ArrayBuffer(0)))
  const into = picked.length > 0 && (await attach(draft, place, picked, gathered))
  const queued = into ? picked.map((file, at) => queuedFile(file, into, read[at]?.file)) : []
  const unstored = into ? [] : read.map(({ file }) => file)
  void createThumbnails(draft, new Set(queued.map(({ id }) => id)), bytes)
  return { queued, unstored, unreadable: chosen.filter((one) => !bytes.has(one)).map(({ file }) => file) }
}

/** Files picked together count as one of the field's ten uploads. Returns the upload's id. */
async function attach(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  picked: readonly PickedFile[],
  gathered: CollectKind | undefined,
): Promise<string | null> {
  const upload = v7()
  if (gathered) return attachShots(draft, place, upload, picked, gathered)
  return (await attachFiles(draft, place, upload, picked)) ? upload : null
}

function pickedFile({ id, file, kind, description }: CheckedFile, bytes: ArrayBuffer): PickedFile {
  return {
    id,
    kind,
    name: file.name || `${kind}.${kind === 'photo' ? 'jpg' : 'mp4'}`,
    stage: 'original',
    thumbnail: null,
    poster: null,
    data: { bytes, type: file.type },
    description,
  }
}

function queuedFile(
  { id, kind, name, description = '' }: PickedFile,
  upload: string,
  file: File | undefined,
): QueuedFile {
  return { id, upload, kind, name, size: file?.size ?? 0, description }
}

/** Creates thumbnails and posters after the files are stored. Offline, there is no other source for them. */
export async function createThumbnails(
  draft: Draft,
  kept: ReadonlySet<string>,
  bytes: ReadonlyMap<Pick<CheckedFile, 'id' | 'kind' | 'file'>, ArrayBuffer>,
): Promise<void> {
  for (const [{ id, kind, file }, read] of bytes) {
    if (!kept.has(id)) continue
    const thumbnail = kind === 'photo' ? (await thumbnailOf(read, file.type)).thumbnail : null
    const poster = kind === 'video' ? await posterOf(read, file.type) : null
    if (!thumbnail && !poster) continue
    // If they cannot be stored now, they are created again before sending.
    await recordPictures(draft.account, id, { thumbnail, poster }).catch(() => undefined)
    publish(draft.account, { kind: 'changed', survey: draft.survey.id })
  }
}
