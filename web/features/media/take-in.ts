import { v7 } from 'uuid'
import { posterOf } from '#web/lib/picture/poster.ts'
import { thumbnailOf } from '#web/lib/picture/shrink.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { attachFiles, attachShots } from '#web/offline/draft/draft-actions.ts'
import { type PickedFile, recordPictures } from '#web/offline/record/record-media.ts'
import type { Gathered } from '#web/offline/record/record-shots.ts'
import { publish } from '#web/offline/store/bus.ts'

export interface QueuedFile {
  readonly id: string
  readonly upload: string
  readonly kind: 'photo' | 'video'
  readonly name: string
  readonly size: number
  readonly description: string
}

/** A file that was picked and checked. */
export interface Chosen {
  readonly id: string
  readonly file: File
  readonly kind: 'photo' | 'video'
  readonly description: string
}

export interface Taken {
  readonly queued: readonly QueuedFile[]
  /** They were gone when they were to be read. */
  readonly unreadable: readonly File[]
  /** The device could not keep them, for want of room or another reason. */
  readonly unkept: readonly File[]
}

/**
 * Puts picked files onto the device as they are, before anything is done with them: a camera may end the page at
 * any moment. Making them smaller and sending them is the outbox's work. `gathered`: their upload waits, for more shots
 * of the camera or for 'Upload'.
 */
export async function takeIn(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  chosen: readonly Chosen[],
  gathered?: Gathered,
): Promise<Taken> {
  const bytes = new Map<Chosen, ArrayBuffer>()
  for (const one of chosen) {
    // What cannot be read is left out of what was read, and refused by name.
    const own = await one.file.arrayBuffer().catch(() => null)
    if (own) bytes.set(one, own)
  }
  const read = [...bytes.keys()]
  const picked = read.map((one) => pickedFile(one, bytes.get(one) ?? new ArrayBuffer(0)))
  const into = picked.length > 0 && (await attach(draft, place, picked, gathered))
  const queued = into ? picked.map((file, at) => queuedFile(file, into, read[at]?.file)) : []
  const unkept = into ? [] : read.map(({ file }) => file)
  void drawPictures(draft, new Set(queued.map(({ id }) => id)), bytes)
  return { queued, unkept, unreadable: chosen.filter((one) => !bytes.has(one)).map(({ file }) => file) }
}

/** What was picked at once is one upload of the field's ten; gives the one that they are in. */
async function attach(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  picked: readonly PickedFile[],
  gathered: Gathered | undefined,
): Promise<string | null> {
  const upload = v7()
  if (gathered) return attachShots(draft, place, upload, picked, gathered)
  return (await attachFiles(draft, place, upload, picked)) ? upload : null
}

function pickedFile({ id, file, kind, description }: Chosen, bytes: ArrayBuffer): PickedFile {
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

/** Small pictures for the strip, once the files are safe; without network nobody else makes them. */
export async function drawPictures(
  draft: Draft,
  kept: ReadonlySet<string>,
  bytes: ReadonlyMap<Pick<Chosen, 'id' | 'kind' | 'file'>, ArrayBuffer>,
): Promise<void> {
  for (const [{ id, kind, file }, read] of bytes) {
    if (!kept.has(id)) continue
    const thumbnail = kind === 'photo' ? (await thumbnailOf(read, file.type)).thumbnail : null
    const poster = kind === 'video' ? await posterOf(read, file.type) : null
    if (!thumbnail && !poster) continue
    // What the device cannot keep now is drawn again before it is sent.
    await recordPictures(draft.account, id, { thumbnail, poster }).catch(() => undefined)
    publish(draft.account, { kind: 'changed', survey: draft.survey.id })
  }
}
