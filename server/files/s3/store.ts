import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { isKey, placeIn } from '#server/files/disk.ts'
import { type FileStore, type OpenFile, StoreUnavailable } from '#server/files/store.ts'
import type { Bucket } from './bucket.ts'
import { BucketUnavailable } from './unavailable.ts'

/** Bytes per call: enough for most photos. A stalled reader holds no connection and this much memory. */
const piece = 1024 * 1024
/** Anybody may call the health check, and each write costs money. */
const checkInterval = 15_000
const checkIntervalAfterFailure = 2_000
/** Up to this many files are looked up one by one: a listing between two of them could contain all others. */
const few = 20

export const keptPrefix = 'kept/'

/**
 * Returns a kept file's name in the bucket. The same as on a disk, so that tools can copy folders between them.
 */
export function keptName(key: string): string {
  if (!isKey(key)) throw new StoreUnavailable('Not a key of this store')
  return placeIn(keptPrefix, key)
}

export function keyOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/**
 * Stores files in a bucket. Received files and scratch files stay on this machine's disk until they are kept. A
 * withheld bucket is not called: it is not yet verified to be this installation's.
 */
export function openS3Store(
  proven: Bucket,
  disk: FileStore,
  withheld: () => boolean = () => false,
): FileStore {
  let looked = Number.NEGATIVE_INFINITY
  let failure: unknown = null
  let looking: Promise<void> | null = null

  async function asked(): Promise<Bucket> {
    if (withheld())
      throw new BucketUnavailable(`${proven.place} has not answered since this server was started`)
    return proven
  }

  async function look(): Promise<void> {
    failure = await asked()
      .then((bucket) => bucket.tryOut())
      .then(
        () => null,
        (error: unknown) => error,
      )
      .finally(() => {
        looking = null
      })
    looked = performance.now()
  }

  return {
    receive: disk.receive,
    drop: disk.drop,
    scratch: disk.scratch,

    async commit(temp) {
      const bucket = await asked()
      const { key, size, sha256, crc32 } = temp
      await bucket.put(keptName(key), () => createReadStream(temp.path), { size, sha256 })
      // The file is stored in any case; the next start sweeps leftovers.
      await disk.drop(temp).catch(() => undefined)
      return { key, size, sha256, crc32 }
    },

    async read(key, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) {
      const bucket = await asked()
      const first = await pieceOf(bucket, key, range.start, range.end)
      return Readable.from(piecesFrom(bucket, key, first, range), { objectMode: false, highWaterMark: 1 })
    },

    async open(key) {
      const bucket = await asked()
      return openedAt(bucket, key, await pieceOf(bucket, key, 0, Number.MAX_SAFE_INTEGER))
    },

    sizesOf: async (keys) => {
      const bucket = await asked()
      const sizes = new Map<string, number>()
      const sorted = keys.map(keptName).sort()
      const [first, last] = [sorted[0], sorted.at(-1)]
      if (first === undefined || last === undefined) return sizes
      if (sorted.length <= few) {
        for (const found of await Promise.all(sorted.map((name) => bucket.find(name))))
          if (found) sizes.set(keyOf(found.name), found.size)
        return sizes
      }
      const wanted = new Set(sorted)
      // Most objects in this range are wanted: one call per thousand instead of one per file.
      for await (const { name, size } of bucket.list(keptPrefix, first.slice(0, -1))) {
        if (name > last) break
        if (wanted.has(name)) sizes.set(keyOf(name), size)
      }
      return sizes
    },

    remove: async (key) => (await asked()).remove(keptName(key)),

    async *keptBefore(moment) {
      const bucket = await asked()
      // By the S3 server's clock, which dates the objects; this machine's may be a day ahead.
      const before = moment.getTime() + (await bucket.now()).getTime() - Date.now()
      for await (const { name, changed } of bucket.list(keptPrefix)) {
        const key = keyOf(name)
        if (isKey(key) && changed.getTime() < before) yield key
      }
    },

    async check() {
      await disk.check()
      const isFresh = performance.now() - looked < (failure ? checkIntervalAfterFailure : checkInterval)
      if (!isFresh) looking ??= look()
      await looking
      if (failure) throw failure
    },
  }
}

async function* piecesFrom(
  bucket: Bucket,
  key: string,
  first: { readonly bytes: Buffer; readonly total: number },
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  const last = Math.min(end, first.total - 1)
  if (first.bytes.length > 0) yield first.bytes
  for (let at = start + first.bytes.length; at <= last; ) {
    const { bytes } = await pieceOf(bucket, key, at, last)
    if (bytes.length === 0) throw new StoreUnavailable('A file of the store is shorter than it was')
    yield bytes
    at += bytes.length
  }
}

async function pieceOf(bucket: Bucket, key: string, start: number, end: number) {
  const found = await bucket.get(keptName(key), start, Math.min(end, start + piece - 1))
  if (!found) throw absent(key)
  return found
}

/** Opens a file with read-ahead, so that a reader in small steps makes fewer calls. */
function openedAt(bucket: Bucket, key: string, first: Found): OpenFile {
  const { total: size } = first
  let [from, held] = [0, first.bytes]
  return {
    size,
    async read(into, at) {
      if (at >= size) return 0
      if (at < from || at >= from + held.length) {
        const found = await bucket.get(keptName(key), at, at + Math.max(into.length, piece) - 1)
        if (!found) throw absent(key)
        from = at
        held = found.bytes
      }
      return held.copy(into, 0, at - from)
    },
    async close() {
      held = Buffer.alloc(0)
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<Bucket['get']>>>

function absent(key: string): StoreUnavailable {
  return new StoreUnavailable(`The file store has no ${key}`)
}
