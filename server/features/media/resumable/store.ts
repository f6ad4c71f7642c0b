import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import type { Context } from '#server/context.ts'
import { onDisk, syncFolder } from '#server/files/disk.ts'
import { StoreUnavailable } from '#server/files/store.ts'
import { forgetPart, readPart, touchPart } from './data.ts'

export function partsFolder({ config }: Pick<Context, 'config'>): string {
  return join(config.dataDir, 'files', 'parts')
}

export function partPath(context: Pick<Context, 'config'>, id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new StoreUnavailable('Not the name of a file that arrives in parts')
  return join(partsFolder(context), id)
}

/** Succeeds if the file does not exist. */
export function removePart(context: Pick<Context, 'config'>, id: string): Promise<void> {
  return rm(partPath(context, id), { force: true })
}

/** Names of files not written to since this moment. */
export async function* partsBefore(context: Pick<Context, 'config'>, moment: Date): AsyncGenerator<string> {
  const folder = await opendir(partsFolder(context)).catch(() => null)
  if (!folder) return
  for await (const { name } of folder) {
    const found = await stat(join(partsFolder(context), name)).catch(() => null)
    if (found && found.mtime < moment && /^[0-9a-f]{32}$/.test(name)) yield name
  }
}

/**
 * Extends the library's file store with database rows and durability: a reported offset is synced to disk, so
 * that it holds after a power cut.
 */
export class PartStore extends FileStore {
  readonly #context: Context

  constructor(context: Context, life: number) {
    // The library would create the folder here and throw where no caller can catch it. It is created with the
    // first file.
    super({ directory: '/', configstore: rowsOf(context), expirationPeriodInMilliseconds: life })
    this.directory = partsFolder(context)
    this.#context = context
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  /** Its row already exists. */
  override async create(upload: Upload): Promise<Upload> {
    const path = partPath(this.#context, upload.id)
    const make = async () => {
      await mkdir(this.directory, { recursive: true, mode: 0o700 })
      await (await open(path, 'wx', 0o600)).close()
      await syncFolder(this.directory)
    }
    await onDisk(make())
    upload.storage = { type: 'file', path }
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const handle = await onDisk(open(partPath(this.#context, id), 'r+'))
    let at = offset
    try {
      for await (const piece of source) at = await onDisk(writePiece(handle, piece, at))
    } catch (error) {
      // A chunk that did not fit may have been written in part.
      await handle.truncate(at).catch(() => undefined)
      throw error
    } finally {
      await syncOrTruncate(handle, offset)
    }
    await touchPart(this.#context.db, id, this.#context.clock())
    return at
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id)
    // Bytes of a request that ended with its process may not be synced yet.
    if (upload.offset > 0) await onDisk(syncFile(partPath(this.#context, id)))
    return upload
  }
}

async function writePiece(handle: FileHandle, piece: Uint8Array, at: number): Promise<number> {
  let done = 0
  while (done < piece.length) {
    const { bytesWritten } = await handle.write(piece, done, piece.length - done, at + done)
    done += bytesWritten
  }
  return at + done
}

/** Syncs the file; if that fails, the new bytes do not count. */
async function syncOrTruncate(handle: FileHandle, offset: number): Promise<void> {
  try {
    await onDisk(handle.datasync())
  } catch (error) {
    await handle.truncate(offset).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** The library counts a file's lifetime from its creation; here it counts from the last write. */
function rowsOf({ db }: Context) {
  return {
    get: async (id: string) => {
      const row = await readPart(db, id)
      if (!row) return undefined
      return new Upload({ id, size: row.size, offset: 0, creation_date: row.touched_at.toISOString() })
    },
    set: async () => undefined,
    delete: (id: string) => forgetPart(db, id),
  }
}
