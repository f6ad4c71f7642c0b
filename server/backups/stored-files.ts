import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { CommandFailure } from '#server/command.ts'
import { existingTables, referencedFiles } from '#server/db/referenced-files.ts'
import { isKey, placeIn, syncFolder } from '#server/files/disk.ts'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import { BucketUnavailable } from '#server/files/s3/unavailable.ts'
import type { FileStore } from '#server/files/store.ts'
import { hashFile, writeHashed } from './hashed-file.ts'
import { KeptFile } from './manifest.ts'

/** A file's properties in the database; `sha256` is null if not recorded. */
export interface KnownFile {
  readonly key: string
  readonly size: number
  readonly sha256: string | null
}

/** Returns every file that a row refers to, in key order; `only` restricts it to these keys. */
export async function knownFiles(client: pg.Client, only?: readonly string[]): Promise<readonly KnownFile[]> {
  const there = await client.query<{ name: string }>(existingTables)
  if (there.rows.length === 0) return []
  const { rows } = await client.query<{ key: string; size: string; sha256: string | null }>(
    `select key, size::text as size, sha256 from ${referencedFiles(there.rows)}
     where $1::text[] is null or key = any($1) order by key collate "C"`,
    [only ?? null],
  )
  return rows.map(({ key, size, sha256 }) => ({ key, size: Number(size), sha256 }))
}

/** Path of a key's file in a backup or a store. */
export function placeOf(folder: string, key: string): string {
  if (!isKey(key)) throw new CommandFailure(`${key} is no name of a file.`)
  return placeIn(folder, key)
}

/**
 * Copies a file of the store into `folder`, unless it exists there: the backup keeps files that the server has
 * lost since. Returns the file, or null if neither place has it intact. Files appear atomically, even if this
 * process is killed.
 */
export async function copyStoredFiles(
  store: Pick<FileStore, 'read'>,
  folder: string,
  { key, size, sha256 }: KnownFile,
): Promise<{ readonly file: KeptFile; readonly isNew: boolean } | null> {
  const place = placeOf(folder, key)
  const there = await stat(place).catch(absent)
  if (there?.size === size)
    return { file: { key, size, sha256: sha256 ?? (await hashFile(place)).sha256 }, isNew: false }
  const part = `${place}.part`
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await rm(part, { force: true })
  const written = await writeHashed(part, Readable.from(read(store, key))).catch(async (error: unknown) => {
    await rm(part, { force: true })
    if (error instanceof Unreadable) return null
    throw error
  })
  if (written?.bytes !== size || (sha256 !== null && written.sha256 !== sha256)) {
    await rm(part, { force: true })
    return null
  }
  await rename(part, place)
  await syncFolder(dirname(place))
  return { file: { key, size, sha256: written.sha256 }, isNew: true }
}

/** The store does not have the file, or its disk can't read it. */
class Unreadable extends Error {}

async function* read(store: Pick<FileStore, 'read'>, key: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of await store.read(key)) yield piece
  } catch (error) {
    // The file may exist: a snapshot without it would report it as lost.
    if (error instanceof BucketUnavailable) throw error
    throw new Unreadable(`The file ${key} cannot be read`, { cause: error })
  }
}

/** Reads the list of a snapshot's files. */
export async function readStoredFiles(path: string): Promise<readonly KeptFile[]> {
  const text = (await promisify(gunzip)(await readFile(path))).toString()
  return text.split('\n').flatMap((line) => (line === '' ? [] : KeptFile.parse(JSON.parse(line))))
}

export function absent(error: unknown): null {
  if (isNoSuchFile(error)) return null
  throw error
}
