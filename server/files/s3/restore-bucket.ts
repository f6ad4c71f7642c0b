import { createReadStream } from 'node:fs'
import type { RestoreBucket } from '#server/backups/restore-place.ts'
import type { S3Config } from '#server/s3-config.ts'
import { Bucket } from './bucket.ts'
import { hasFiles, livingServer } from './bucket-lease.ts'
import { keptName, keptPrefix } from './store.ts'

export function openRestoreBucket(config: S3Config): RestoreBucket {
  const bucket = new Bucket(config)
  return {
    place: bucket.place,
    isEmpty: async () => !(await hasFiles(bucket)),
    servedAt: () => livingServer(bucket),
    clear: async () => {
      if (await livingServer(bucket)) return
      for await (const { name } of bucket.list(keptPrefix)) await bucket.remove(name)
    },
    put: (key, path, hash) => bucket.put(keptName(key), () => createReadStream(path), hash),
  }
}
