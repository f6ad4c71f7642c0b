import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { CommandFailure, quiet } from '#server/command.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { canMake } from '#server/db/migrate.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { syncFolder } from '#server/files/disk.ts'
import type { S3Config } from '#server/s3-config.ts'
import { type Hashed, hashFile, writeHashed } from './hashed-file.ts'
import { type KeptFile, type Manifest, readManifest } from './manifest.ts'
import { type RestoreBucket, RestorePlace } from './restore-place.ts'
import { type BackupFolder, backupFolder, listSnapshots } from './snapshots.ts'
import { absent, placeOf, readStoredFiles } from './stored-files.ts'
import { isEmpty, loadTables, withClient } from './tables.ts'

export interface Backup {
  /** The snapshot's name and folder. */
  readonly name: string
  readonly snapshot: string
  readonly manifest: Manifest
  readonly kept: readonly KeptFile[]
  /** The folder of its files. */
  readonly files: string
}

/**
 * Opens a snapshot of a folder of backups, by default the newest. Verifies its database files and that every
 * other file exists. Throws a CommandFailure with the problem.
 */
export async function openBackup(from: string, named: string | null): Promise<Backup> {
  const folder = backupFolder(resolve(from))
  const name = await chosen(folder, named)
  const snapshot = join(folder.snapshots, name)
  const manifest = await readManifest(snapshot)
  await canMake(manifest.migrations)
  for (const part of [...manifest.tables, manifest.files]) {
    const path = join(snapshot, part.path)
    prove(path, await hashFile(path).catch(absent), part)
  }
  const kept = await readStoredFiles(join(snapshot, manifest.files.path))
  for (const { key, size } of kept) {
    const path = placeOf(folder.files, key)
    const there = await stat(path).catch(absent)
    prove(path, there && { bytes: there.size }, { bytes: size })
  }
  return { name, snapshot, manifest, kept, files: folder.files }
}

async function chosen(folder: BackupFolder, named: string | null): Promise<string> {
  const names = await listSnapshots(folder)
  if (named !== null && !names.includes(named))
    throw new CommandFailure(
      `${folder.folder} has no snapshot ${named}. It has: ${names.join(', ') || 'none'}.`,
    )
  const name = named ?? names.at(-1)
  if (name === undefined) throw new CommandFailure(`There are no backups in ${folder.folder}.`)
  return name
}

function prove(path: string, found: Partial<Hashed> | null, expected: Partial<Hashed>): void {
  if (found === null)
    throw new CommandFailure(`${path} is missing: this backup is not whole. Nothing was restored.`)
  const isSame =
    found.bytes === expected.bytes && (found.sha256 === undefined || found.sha256 === expected.sha256)
  if (!isSame)
    throw new CommandFailure(
      `${path} is damaged: it is not what was backed up. Nothing was restored. Where the original is still there, remove this file and back up again.`,
    )
}

/** Reads and verifies every file. Throws a CommandFailure at the first damaged one. */
export async function verifyBackup({ kept, files }: Backup): Promise<void> {
  for (const { key, size, sha256 } of kept) {
    const path = placeOf(files, key)
    prove(path, await hashFile(path), { bytes: size, sha256 })
  }
}

export interface RestoreOptions {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** null or absent: files go to `dataDir`. */
  readonly s3?: S3Config | null
  /** Called with the next step before it starts, if it may take long. */
  readonly tell?: (text: string) => void
}

const broughtAtOnce = 4

/** The database did not confirm the commit. */
class Undecided extends CommandFailure {}

/**
 * Restores a backup into an empty DATA_DIR, database and bucket. On any failure they stay empty. A killed
 * restore is repeated from its start, and no server starts on what it left.
 */
export async function restore(
  backup: Backup,
  { dataDir, databaseUrl, s3 = null, tell }: RestoreOptions,
): Promise<void> {
  const lock = await takeOwnership(dataDir)
  try {
    const place = new RestorePlace(dataDir, await restoreBucket(s3))
    const named = databaseUrl === null ? null : { connectionString: databaseUrl }
    if (named && (await isDone(named, await place.leftId()))) return await place.finish()
    await place.prepare()
    try {
      if (named) await refuseFull(named, backup.manifest)
      tell?.(`Copying ${backup.kept.length} files …`)
      await (place.bucket ? bringFiles(backup, place.bucket) : copyFiles(backup, place.stagedFiles))
      tell?.(`Writing ${backup.manifest.tables.length} tables …`)
      await (named ? restoreNamed(backup, place, named) : restoreEmbedded(backup, place))
    } catch (error) {
      // Leftovers keep servers from starting, and the next restore clears them.
      if (!(error instanceof Undecided)) await place.clear().catch(() => undefined)
      throw error
    }
    await place.finish()
  } finally {
    lock.release()
  }
}

async function copyFiles({ kept, files }: Backup, to: string): Promise<void> {
  const shards = new Set<string>()
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { key, size, sha256 } of kept) {
    const [source, target] = [placeOf(files, key), placeOf(to, key)]
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    shards.add(dirname(target))
    prove(source, await writeHashed(target, createReadStream(source)).catch(absent), { bytes: size, sha256 })
  }
  for (const shard of [...shards, to, dirname(to)]) await syncFolder(shard)
}

/** Uploads the files. The bucket's server verifies each hash again. */
async function bringFiles({ kept, files }: Backup, bucket: RestoreBucket): Promise<void> {
  for (let at = 0; at < kept.length; at += broughtAtOnce)
    await allOf(
      kept.slice(at, at + broughtAtOnce).map(async ({ key, size, sha256 }) => {
        const source = placeOf(files, key)
        prove(source, await hashFile(source).catch(absent), { bytes: size, sha256 })
        await bucket.put(key, source, { size, sha256 })
      }),
    )
}

/** Waits until none is running any more: an upload after the clearing would stay. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === 'rejected') throw outcome.reason
}

async function restoreBucket(s3: S3Config | null): Promise<RestoreBucket | null> {
  if (s3 === null) return null
  const { openRestoreBucket } = await import('#server/files/s3/restore-bucket.ts')
  return openRestoreBucket(s3)
}

async function restoreEmbedded(backup: Backup, place: RestorePlace): Promise<void> {
  const { connection, stop } = await startEmbedded(place.staging, quiet)
  try {
    await withClient(connection, async (client) => {
      await client.query('begin')
      await loadTables(client, backup.snapshot, backup.manifest)
      await client.query('commit')
    })
  } finally {
    await stop()
  }
  await place.putFiles()
  await place.putDatabase()
}

/** Without a commit, the transaction's changes are lost with the connection. */
async function restoreNamed(
  { snapshot, manifest }: Backup,
  place: RestorePlace,
  connection: pg.ClientConfig,
): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin')
    await loadTables(client, snapshot, manifest)
    const id = await place.putFiles()
    await client.query(`comment on table schema_migrations is '${noteOf(id)}'`)
    await client.query('commit').catch((error: unknown) => {
      const words = 'The database did not say whether it has taken the data: run the restore once more.'
      throw new Undecided(`${words} Reason: ${String(error)}`)
    })
  })
}

async function refuseFull(connection: pg.ClientConfig, manifest: Manifest): Promise<void> {
  if (!(await withClient(connection, (client) => isEmpty(client, manifest))))
    throw new CommandFailure(
      'The database of DATABASE_URL has data already: name one that is empty. Nothing was restored.',
    )
}

/** Whether the interrupted restore with this id had committed in the database. */
async function isDone(connection: pg.ClientConfig, id: string | null): Promise<boolean> {
  if (id === null) return false
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ note: string | null }>(
      "select obj_description(to_regclass('schema_migrations')) as note",
    )
    return rows[0]?.note === noteOf(id)
  })
}

function noteOf(id: string): string {
  return `restored as ${id}`
}
