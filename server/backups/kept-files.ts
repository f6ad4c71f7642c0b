import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { CommandFailure } from '#server/command.ts'
import { namedFiles, tablesThere } from '#server/db/named-files.ts'
import { isKey, placeIn, syncFolder } from '#server/files/disk.ts'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import { BucketUnavailable } from '#server/files/s3/unavailable.ts'
import type { FileStore } from '#server/files/store.ts'
import { hashFile, writeHashed } from './hashed-file.ts'
import { KeptFile } from './manifest.ts'

/** What the database says of a file; `sha256` is null where it does not say. */
export interface KnownFile {
  readonly key: string
  readonly size: number
  readonly sha256: string | null
}

/** Every file that a row speaks of, in the order of keys; `only`: of these keys alone. */
export async function knownFiles(client: pg.Client, only?: readonly string[]): Promise<readonly KnownFile[]> {
  const there = await client.query<{ name: string }>(tablesThere)
  if (there.rows.length === 0) return []
  const { rows } = await client.query<{ key: string; size: string; sha256: string | null }>(
    `select key, size::text as size, sha256 from ${namedFiles(there.rows)}
     where $1::text[] is null or key = any($1) order by key collate "C"`,
    [only ?? null],
  )
  return rows.map(({ key, size, sha256 }) => ({ key, size: Number(size), sha256 }))
}

/** Of a backup or a store: the file of a key. */
export function placeOf(folder: string, key: string): string {
  if (!isKey(key)) throw new CommandFailure(`${key} is no name of a file.`)
  return placeIn(folder, key)
}

/**
 * Brings one file of the store into `folder`, unless it is there: what the server has lost since is still in the backup.
 * Gives what it is; null where neither has it whole. A file is there whole or not at all, whenever this is killed.
 */
export async function copyKept(
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

/** The store has not got the file, or its disk does not give it. */
class Unreadable extends Error {}

async function* read(store: Pick<FileStore, 'read'>, key: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of await store.read(key)) yield piece
  } catch (error) {
    // Whether the file is there nobody knows: a snapshot without it would say that it is lost.
    if (error instanceof BucketUnavailable) throw error
    throw new Unreadable(`The file ${key} cannot be read`, { cause: error })
  }
}

/** The list of a snapshot's files. */
export async function readKeptFiles(path: string): Promise<readonly KeptFile[]> {
  const text = (await promisify(gunzip)(await readFile(path))).toString()
  return text.split('\n').flatMap((line) => (line === '' ? [] : KeptFile.parse(JSON.parse(line))))
}

export function absent(error: unknown): null {
  if (isNoSuchFile(error)) return null
  throw error
}
