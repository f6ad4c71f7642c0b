import { v7 } from 'uuid'
import { posterOf } from '#web/lib/picture/poster.ts'
import { thumbnailOf } from '#web/lib/picture/shrink.ts'
import type { Draft, FieldPlace } from '#web/offline/draft.ts'
import { attachFiles } from '#web/offline/draft-actions.ts'
import type { PickedFile } from '#web/offline/record-media.ts'
import { planUploads } from './check-picked.ts'

export interface QueuedFile {
  readonly id: string
  readonly upload: string
  readonly kind: 'photo' | 'video'
  readonly name: string
  readonly size: number
}

interface Accepted {
  readonly file: File
  readonly kind: 'photo' | 'video'
}

/**
 * Puts picked files onto the device as they are, before anything is done with them: a camera may end the page at
 * any moment. Making them smaller and sending them is the outbox's work. null = the device could not keep them.
 */
export async function takeIn(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  accepted: readonly Accepted[],
  uploadsUsed: number,
): Promise<readonly QueuedFile[] | null> {
  const queued: QueuedFile[] = []
  for (const files of planUploads(accepted, uploadsUsed)) {
    const upload = v7()
    // Ids in the order of picking: they are what photos are ordered by.
    const read = await Promise.all(files.map((one) => readFile(v7(), one)))
    if (!(await attachFiles(draft, place, upload, read))) return null
    queued.push(
      ...read.map(({ id, kind, name, data }) => ({ id, upload, kind, name, size: data.bytes.byteLength })),
    )
  }
  return queued
}

async function readFile(id: string, { file, kind }: Accepted): Promise<PickedFile> {
  const bytes = await file.arrayBuffer()
  const { type } = file
  const thumbnail = kind === 'photo' ? (await thumbnailOf(bytes, type)).thumbnail : null
  const poster = kind === 'video' ? await posterOf(bytes, type) : null
  return {
    id,
    kind,
    name: file.name || `${kind}.${kind === 'photo' ? 'jpg' : 'mp4'}`,
    stage: 'original',
    thumbnail,
    poster,
    data: { bytes, type },
  }
}
