import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type pg from 'pg'
import { CommandFailure, quiet, sentenceOf } from '#server/command.ts'
import { connectForCommand } from '#server/db/connect-for-command.ts'
import { canMake, notedMigrations } from '#server/db/migrate.ts'
import { takeOwnership } from '#server/db/owner-lock.ts'
import { syncFolder } from '#server/files/disk.ts'
import { openFiles } from '#server/files/open.ts'
import type { FileStore } from '#server/files/store.ts'
import type { S3Config } from '#server/s3-config.ts'
import { ownVersion } from '#server/version.ts'
import { writeHashed } from './hashed-file.ts'
import { backupNotes, type LastBackup, recordLastBackup } from './last-backup.ts'
import { type KeptFile, type Manifest, manifestName, readManifest, sealed } from './manifest.ts'
import { type BackupFolder, backupFolder, listSnapshots, prepareFolder, snapshotName } from './snapshots.ts'
import { copyStoredFiles, type KnownFile, knownFiles, readStoredFiles } from './stored-files.ts'
import { installationId, type TablesPart, withClient, writeTables } from './tables.ts'

/** How often the database is read again if files are deleted while they are copied, or a server upgrades it. */
const tries = 3
const copiedAtOnce = 4
const unfinished = 'unfinished'

export interface BackUpOptions {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** null or absent: the files are in `dataDir`. */
  readonly s3?: S3Config | null
  /** The folder of backups; created if missing. */
  readonly to: string
  /** Number of snapshots to keep; null = all. */
  readonly keep: number | null
  /** Called with the next step before it starts, if it may take long. */
  readonly tell?: (text: string) => void
}

export interface BackedUp {
  /** The snapshot's name. */
  readonly name: string
  readonly manifest: Manifest
  /** Files that earlier snapshots did not have. */
  readonly added: { readonly count: number; readonly bytes: number }
  /** Names of the removed snapshots. */
  readonly removed: readonly string[]
  /** Why older snapshots could not be removed; null = no failure. */
  readonly notRemoved: string | null
}

/**
 * Adds a snapshot of an installation to a folder of backups, with or without a running server. Existing
 * snapshots are never changed; the new one counts once it is complete.
 */
export async function backUp(wish: BackUpOptions): Promise<BackedUp> {
  refuseInside(wish)
  const folder = backupFolder(resolve(wish.to))
  const { connection, leave } = await connectForCommand(wish.dataDir, wish.databaseUrl, quiet)
  try {
    // Not in the folder of backups: many network disks do not support locks.
    const lock = await takeOwnership(
      backupNotes(wish.dataDir),
      (who) => `Another backup of ${resolve(wish.dataDir)} is under way${who}.`,
    )
    try {
      return await withClient(connection, (client) => addSnapshot(client, wish, folder))
    } finally {
      lock.release()
    }
  } finally {
    await leave()
  }
}

/**
 * Rejects a target in DATA_DIR: a lost disk would take the backups with it, and a restore needs an empty
 * folder.
 */
function refuseInside({ dataDir, to }: BackUpOptions): void {
  const way = relative(resolve(dataDir), resolve(to))
  if (way === '' || !way.startsWith('..'))
    throw new CommandFailure(
      `${resolve(to)} lies in DATA_DIR: name a folder elsewhere, best on another disk.`,
    )
}

async function addSnapshot(client: pg.Client, wish: BackUpOptions, folder: BackupFolder): Promise<BackedUp> {
  await prepareFolder(folder, await installationId(client))
  const staging = join(folder.snapshots, unfinished)
  const made = await makeSnapshot(client, wish, folder).catch(async (error: unknown) => {
    // Frees a full disk. The next backup removes leftovers.
    await rm(staging, { recursive: true, force: true }).catch(() => undefined)
    throw error
  })
  // The note, which administrators see, is not part of the backup.
  await recordLastBackup(wish.dataDir, noteOf(made.manifest)).catch(() => undefined)
  if (wish.keep === null) return { ...made, removed: [], notRemoved: null }
  return removeOlder(folder, wish.keep).then(
    (removed) => ({ ...made, removed, notRemoved: null }),
    (error: unknown) => ({ ...made, removed: [], notRemoved: sentenceOf(error) ?? String(error) }),
  )
}

function noteOf({ madeAt, missing }: Manifest): LastBackup {
  return { madeAt, missing: missing.length }
}

async function makeSnapshot(
  client: pg.Client,
  { dataDir, s3 = null, tell }: BackUpOptions,
  folder: BackupFolder,
): Promise<Pick<BackedUp, 'name' | 'manifest' | 'added'>> {
  const staging = join(folder.snapshots, unfinished)
  const { files: store } = await openFiles({ dataDir, s3 }, { looksOn: true })
  const added = { count: 0, bytes: 0 }
  for (let left = tries; ; left--) {
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
    const madeAt = new Date()
    const { part, known } = await readDatabase(client, staging)
    // A server that starts meanwhile may change tables while they are read.
    const isUpgraded = (await notedMigrations(client)).length !== part.migrations.length
    if (isUpgraded && left > 1) continue
    if (isUpgraded) throw new CommandFailure('The database was changed while it was read: back up once more.')
    tell?.(`The database is read. Looking through ${known.length} files …`)
    const copied = await copyFiles(store, folder, known, added)
    const deleted = await deletedMeanwhile(client, copied.missing)
    if (deleted > 0 && left > 1) continue
    const files = await writeList(staging, copied.kept)
    const facts = { format: 1, madeAt: madeAt.toISOString(), program: ownVersion() } as const
    const manifest: Manifest = { ...facts, ...part, files, missing: copied.missing }
    const name = snapshotName(madeAt)
    await publish(folder, name, manifest)
    return { name, manifest, added }
  }
}

/** Reads the database in one snapshot, while others keep writing. */
async function readDatabase(
  client: pg.Client,
  staging: string,
): Promise<{ part: TablesPart; known: readonly KnownFile[] }> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const known = await knownFiles(client)
    const part = await writeTables(client, staging)
    if (part.migrations.length === 0)
      throw new CommandFailure('The database is empty: there is nothing to back up.')
    await canMake(part.migrations)
    return { part, known }
  } finally {
    await client.query('rollback').catch(() => undefined) // the connection is lost, and the transaction with it
  }
}

interface Copied {
  readonly kept: readonly KeptFile[]
  readonly missing: string[]
}

/** `added` accumulates over retries: files copied by an earlier try are new too. */
async function copyFiles(
  store: Pick<FileStore, 'read'>,
  { files }: BackupFolder,
  known: readonly KnownFile[],
  added: { count: number; bytes: number },
): Promise<Copied> {
  const kept: KeptFile[] = []
  const missing: string[] = []
  for (let at = 0; at < known.length; at += copiedAtOnce) {
    const some = known.slice(at, at + copiedAtOnce)
    const copies = await Promise.all(some.map((file) => copyStoredFiles(store, files, file)))
    for (const [place, copy] of copies.entries()) {
      if (copy) kept.push(copy.file)
      else missing.push(some[place]?.key ?? '')
      if (!copy?.isNew) continue
      added.count += 1
      added.bytes += copy.file.size
    }
  }
  return { kept, missing }
}

/** Number of missing files that were deleted meanwhile: no row refers to them any more. */
async function deletedMeanwhile(client: pg.Client, missing: readonly string[]): Promise<number> {
  if (missing.length === 0) return 0
  return missing.length - new Set((await knownFiles(client, missing)).map(({ key }) => key)).size
}

async function writeList(staging: string, kept: readonly KeptFile[]): Promise<Manifest['files']> {
  const path = 'files.jsonl.gz'
  const lines = kept.map((file) => `${JSON.stringify(file)}\n`)
  const written = await writeHashed(join(staging, path), lines, { packed: true })
  return { path, ...written, count: kept.length, totalBytes: kept.reduce((sum, { size }) => sum + size, 0) }
}

/** Publishes the snapshot by a rename, so that it is complete once its name exists, even after a power cut. */
async function publish({ snapshots }: BackupFolder, name: string, manifest: Manifest): Promise<void> {
  const staging = join(snapshots, unfinished)
  await writeFile(join(staging, manifestName), sealed(manifest), { mode: 0o600, flush: true })
  await syncFolder(staging)
  await rename(staging, join(snapshots, name))
  await syncFolder(snapshots)
}

/** Keeps the newest snapshots, and removes files that none of them refers to. */
async function removeOlder(folder: BackupFolder, keep: number): Promise<readonly string[]> {
  const names = await listSnapshots(folder)
  const removed = names.slice(0, -keep)
  if (removed.length === 0) return []
  const needed = new Set<string>()
  for (const name of names.slice(-keep)) {
    const snapshot = join(folder.snapshots, name)
    // Throws for an unreadable snapshot, which might need any of the files.
    const { files } = await readManifest(snapshot)
    for (const { key } of await readStoredFiles(join(snapshot, files.path))) needed.add(key)
  }
  for (const name of removed) await rm(join(folder.snapshots, name), { recursive: true })
  for (const shard of await readdir(folder.files)) {
    for (const key of await readdir(join(folder.files, shard)))
      if (!needed.has(key)) await rm(join(folder.files, shard, key))
  }
  return removed
}
