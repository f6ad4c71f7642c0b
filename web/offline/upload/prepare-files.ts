import { posterOf } from '#web/lib/picture/poster.ts'
import { shrinkPicture } from '#web/lib/picture/shrink.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { BlobRow, FileRow } from '../store/rows.ts'

/**
 * Shrinks the photos of an upload before it is sent. Results are stored, so a new page continues from there.
 */
export async function prepareFiles(entry: OutboxRow): Promise<void> {
  if (entry.input !== null) return
  const files = await onDevice(() => db.files.where({ upload: entry.id }).toArray())
  for (const file of files) {
    if (file.stage === 'ready') continue
    const blob = await onDevice(() => db.blobs.get([file.account, file.id]))
    if (blob) await keepPrepared(file, await prepared(file, blob))
  }
}

type Prepared = Partial<Pick<FileRow, 'thumbnail' | 'poster'>> & {
  data: Pick<BlobRow, 'bytes' | 'type'> | null
}

async function prepared(file: FileRow, blob: BlobRow): Promise<Prepared> {
  if (file.kind === 'video') {
    const poster = file.poster ?? (await posterOf(blob.bytes, blob.type))
    return { data: null, poster }
  }
  const { picture, thumbnail } = await shrinkPicture(blob.bytes, blob.type)
  return { data: picture, thumbnail: file.thumbnail ?? thumbnail }
}

async function keepPrepared(file: FileRow, { data, ...pictures }: Prepared): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.files, db.blobs], async () => {
      // A bundle may have prepared it meanwhile, and the other device may be sending it in that form.
      if ((await db.files.get([file.account, file.id]))?.stage !== 'original') return
      const size = data?.bytes.byteLength ?? file.size
      const name = data ? renamed(file.name, data.type) : file.name
      const kept = await db.files.update([file.account, file.id], { ...pictures, name, size, stage: 'ready' })
      if (kept && data) await db.blobs.update([file.account, file.id], { ...data })
    }),
  )
  publish(file.account, { kind: 'changed', survey: file.survey })
}

/** Renames a PNG that became a JPEG. */
function renamed(name: string, type: string): string {
  return type === 'image/jpeg' && /\.png$/i.test(name) ? name.replace(/\.png$/i, '.jpg') : name
}
