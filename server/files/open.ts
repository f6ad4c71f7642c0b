import { join } from 'node:path'
import { type DataFolder, openDataFolder } from '#server/db/data-folder.ts'
import type { S3Config } from '#server/s3-config.ts'
import { openDiskStore } from './disk.ts'
import type { Bucket } from './s3/bucket.ts'
import type { FileStore } from './store.ts'

export interface OpenedFiles {
  readonly files: FileStore
  /** The storage location, for people. */
  readonly place: string
  /** null: on this disk. */
  readonly bucket: Bucket | null
  /** The folder as registered in the database. Creates it if missing. */
  folder(tell: (text: string) => void): Promise<DataFolder>
  /** Blocks access to the bucket until the returned function is called. */
  withhold(): () => void
  close(): void
}

/**
 * Opens an installation's files, in DATA_DIR or in a bucket, whose library is loaded only then. Opening never
 * fails. `looksOn`: a server may be using them.
 */
export async function openFiles(
  { dataDir, s3 }: { readonly dataDir: string; readonly s3: S3Config | null },
  options: { readonly looksOn?: boolean } = {},
): Promise<OpenedFiles> {
  const disk = openDiskStore(join(dataDir, 'files'), options)
  if (s3 === null)
    return {
      files: disk,
      place: dataDir,
      bucket: null,
      folder: () => openDataFolder(dataDir),
      withhold: () => () => {},
      close: () => {},
    }
  const { Bucket } = await import('./s3/bucket.ts')
  const { openS3Store } = await import('./s3/store.ts')
  const bucket = new Bucket(s3)
  let isWithheld = false
  const files = openS3Store(bucket, disk, () => isWithheld)
  return {
    files,
    place: bucket.place,
    bucket,
    folder: async (tell) => {
      const { openBucketFolder } = await import('./s3/bucket-folder.ts')
      return openBucketFolder(bucket, dataDir, async (keys) => (await files.sizesOf(keys)).size, tell)
    },
    withhold: () => {
      isWithheld = true
      return () => {
        isWithheld = false
      }
    },
    close: () => bucket.close(),
  }
}
