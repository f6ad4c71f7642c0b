import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { isNoSuchFile } from './no-such-file.ts'
import {
  type FileStore,
  type OpenFile,
  type Scratch,
  type StoredBytes,
  StoreFull,
  StoreUnavailable,
  type TempBytes,
  TooLarge,
} from './store.ts'

const readPiece = 256 * 1024
const lookedForAtOnce = 16
/** Space for a photo or two. With less, the next upload fails. */
const roomNeeded = 16 * 1024 * 1024

/**
 * Stores files in a folder of this machine: `temp/<key>` until kept, then `kept/<two letters>/<key>`.
 * Opening never fails, so that the server can start and report problems; `check` detects them. `looksOn`:
 * another server may be using the folder, so its temporary files must not be swept.
 */
export function openDiskStore(folder: string, { looksOn = false } = {}): FileStore {
  const temp = join(folder, 'temp')
  const kept = join(folder, 'kept')
  const shards = new Map<string, Promise<void>>()
  if (!looksOn) sweep(temp)

  const placeOf = (key: string) => placeIn(kept, key)
  const shardOf = (key: string) => dirname(placeOf(key))

  /** Creates and syncs the shard once per process, in case an earlier process died before its fsync. */
  function readyShard(key: string): Promise<void> {
    const shard = shardOf(key)
    const known = shards.get(shard)
    if (known) return known
    const made = makeShard(shard).catch((failure: unknown) => {
      shards.delete(shard)
      throw failure
    })
    shards.set(shard, made)
    return made
  }

  async function makeShard(shard: string): Promise<void> {
    await mkdir(shard, { recursive: true, mode: 0o700 })
    for (const parent of [kept, folder, dirname(folder)]) await syncFolder(parent)
  }

  return {
    async receive(source, limit) {
      const key = randomBytes(16).toString('hex')
      const path = join(temp, key)
      const stream = source instanceof Readable ? source : Readable.from([source])
      try {
        const handle = await onDisk(openNew(temp, path))
        try {
          return { key, path, ...(await drain(stream, handle, limit)) }
        } finally {
          await handle.close()
        }
      } catch (failure) {
        stream.destroy()
        await rm(path, { force: true }).catch(() => undefined)
        throw failure
      }
    },

    async commit({ key, path, size, sha256, crc32: crc }) {
      await onDisk(
        (async () => {
          await syncFile(path)
          await readyShard(key)
          await rename(path, placeOf(key)).catch(async (failure: unknown) => {
            // The folder was moved away after its shards were made: create them again.
            shards.clear()
            if (!isNoSuchFile(failure)) throw failure
            await readyShard(key)
            await rename(path, placeOf(key))
          })
          await syncFolder(shardOf(key))
        })(),
      )
      return { key, size, sha256, crc32: crc } satisfies StoredBytes
    },

    drop: ({ path }: TempBytes) => onDisk(rm(path, { force: true })),

    async scratch() {
      const path = join(temp, randomBytes(16).toString('hex'))
      return scratchAt(path, await onDisk(openNew(temp, path, 'wx+')))
    },

    async read(key, range) {
      const handle = await onDisk(open(placeOf(proven(key)), 'r'))
      return handle.createReadStream({ highWaterMark: readPiece, ...range })
    },

    open: async (key) => openedAt(await onDisk(open(placeOf(proven(key)), 'r'))),

    sizesOf: async (keys) => {
      const sizes = new Map<string, number>()
      for (let at = 0; at < keys.length; at += lookedForAtOnce)
        await Promise.all(
          keys.slice(at, at + lookedForAtOnce).map(async (key) => {
            const size = await sizeOf(placeOf(proven(key)))
            if (size !== null) sizes.set(key, size)
          }),
        )
      return sizes
    },

    remove: async (key) => onDisk(rm(placeOf(proven(key)), { force: true })),

    keptBefore: (moment) => walk(kept, moment),

    async check() {
      const path = join(temp, randomBytes(16).toString('hex'))
      await onDisk(
        (async () => {
          const handle = await openNew(temp, path)
          try {
            await handle.writeFile('can be written')
            await handle.sync()
          } finally {
            await handle.close()
            await rm(path, { force: true })
          }
          const { bavail, bsize } = await statfs(temp)
          if (bavail * bsize < roomNeeded) throw new StoreFull('The disk of the file store is nearly full')
        })(),
      )
    },
  }
}

/** Removes temporary files of earlier processes; those of this one may still be kept. */
function sweep(temp: string): void {
  const started = Date.now() - process.uptime() * 1000
  try {
    mkdirSync(temp, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(temp)) {
      const path = join(temp, name)
      if (statSync(path).mtimeMs < started) rmSync(path, { force: true })
    }
  } catch {
    // `check` and the first write report any problem of the folder.
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const found = stat(path).catch((failure: unknown) => {
    if (isNoSuchFile(failure)) return null
    throw failure
  })
  return (await onDisk(found))?.size ?? null
}

async function openedAt(handle: FileHandle): Promise<OpenFile> {
  try {
    const { size } = await onDisk(handle.stat())
    return {
      size,
      read: async (into, at) => (await onDisk(handle.read(into, 0, into.length, at))).bytesRead,
      close: () => onDisk(handle.close()),
    }
  } catch (failure) {
    await handle.close()
    throw failure
  }
}

function scratchAt(path: string, handle: FileHandle): Scratch {
  return {
    async write(bytes, at) {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await onDisk(handle.write(bytes, done, bytes.length - done, at + done))
        done += bytesWritten
      }
    },
    async read(at, length) {
      const bytes = Buffer.allocUnsafe(length)
      for (let done = 0; done < length; ) {
        const { bytesRead } = await onDisk(handle.read(bytes, done, length - done, at + done))
        if (bytesRead === 0) throw new StoreUnavailable('A file of the store is shorter than it was')
        done += bytesRead
      }
      return bytes
    },
    async drop() {
      await handle.close()
      await onDisk(rm(path, { force: true }))
    },
  }
}

async function openNew(temp: string, path: string, flags: 'wx' | 'wx+' = 'wx'): Promise<FileHandle> {
  try {
    return await open(path, flags, 0o600)
  } catch (failure) {
    if (!isNoSuchFile(failure)) throw failure
    await mkdir(temp, { recursive: true, mode: 0o700 })
    return open(path, flags, 0o600)
  }
}

/**
 * Copies the source to the file. An error of the source passes unchanged; an error of the disk becomes
 * StoreUnavailable.
 */
async function drain(source: Readable, handle: FileHandle, limit: number) {
  const sha = createHash('sha256')
  let crc = 0
  let size = 0
  for await (const piece of source) {
    const bytes: Uint8Array = typeof piece === 'string' ? Buffer.from(piece) : piece
    size += bytes.length
    if (size > limit) throw new TooLarge(`More than ${limit} bytes`)
    sha.update(bytes)
    crc = crc32(bytes, crc)
    await onDisk(handle.writeFile(bytes))
  }
  return { size, sha256: sha.digest('hex'), crc32: crc }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a rename durable. Windows can't sync folders, and does not need to. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* walk(kept: string, moment: Date): AsyncGenerator<string> {
  const shards = await opendir(kept).catch(() => null)
  if (!shards) return
  for await (const shard of shards) {
    for await (const file of await onDisk(opendir(join(kept, shard.name)))) {
      const found = await stat(join(kept, shard.name, file.name)).catch(() => null)
      if (found && found.mtime < moment) yield file.name
    }
  }
}

/** Returns a key's path in a folder of kept files, on this disk or in a backup. */
export function placeIn(kept: string, key: string): string {
  return join(kept, key.slice(0, 2), key)
}

export function isKey(key: string): boolean {
  return /^[0-9a-f]{32}$/.test(key)
}

/** Keys come from rows, never from requests; this check is a second line of defense. */
function proven(key: string): string {
  if (!isKey(key)) throw new StoreUnavailable('Not a key of this store')
  return key
}

const fullCodes = ['ENOSPC', 'EDQUOT']

/** Converts an error of the disk to StoreUnavailable. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (failure) {
    if (failure instanceof StoreUnavailable) throw failure
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown'
    const Kind = fullCodes.includes(code) ? StoreFull : StoreUnavailable
    throw new Kind(`The file store failed (${code})`, { cause: failure })
  }
}
