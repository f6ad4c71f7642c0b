import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CommandFailure } from '#server/command.ts'
import { clearOrphans } from '#server/db/embedded-orphans.ts'
import { restoreMarker } from '#server/db/interrupted-restore.ts'
import { syncFolder } from '#server/files/disk.ts'
import { absent } from './stored-files.ts'

/** A bucket for the files, with the operations that a restore needs. */
export interface RestoreBucket {
  /** For people. */
  readonly place: string
  isEmpty(): Promise<boolean>
  /** Place of a server that uses it now; null: none. */
  servedAt(): Promise<string | null>
  /** Removes every file in it, unless a server uses it. */
  clear(): Promise<void>
  put(key: string, path: string, hash: { readonly size: number; readonly sha256: string }): Promise<void>
}

/**
 * A DATA_DIR that is being restored. Everything is created in a staging folder, which keeps servers from
 * starting, and then moved into place by two renames.
 * The marker `placing` is written before the first rename: files next to the staging folder then come from this
 * restore. Files for a bucket are uploaded directly; while the marker `bucket` exists, everything in the bucket
 * comes from this restore.
 */
export class RestorePlace {
  readonly staging: string
  readonly stagedFiles: string
  readonly bucket: RestoreBucket | null
  readonly #dataDir: string
  readonly #placing: string
  readonly #bringing: string

  constructor(dataDir: string, bucket: RestoreBucket | null) {
    this.bucket = bucket
    this.#dataDir = dataDir
    this.staging = restoreMarker(dataDir)
    this.stagedFiles = join(this.staging, 'files', 'kept')
    this.#placing = join(this.staging, 'placing')
    this.#bringing = join(this.staging, 'bucket')
  }

  /** Id of a restore that was interrupted while it moved files into place. */
  async leftId(): Promise<string | null> {
    return readFile(this.#placing, 'utf8').catch(absent)
  }

  /** Removes leftovers of an interrupted restore; throws if the target has data of its own. */
  async prepare(): Promise<void> {
    await this.clear()
    const kept = (await readdir(join(this.#dataDir, 'files', 'kept')).catch(absent)) ?? []
    const database = await stat(join(this.#dataDir, 'postgres')).catch(absent)
    if (kept.length > 0 || database)
      throw new CommandFailure(
        `${resolve(this.#dataDir)} has data already: move them away, or name another folder as DATA_DIR. Nothing was restored.`,
      )
    const servedAt = await this.bucket?.servedAt()
    if (servedAt)
      throw new CommandFailure(
        `Fieldbook is running with ${this.bucket?.place}, at ${servedAt}: stop it first. Nothing was restored.`,
      )
    if (this.bucket && !(await this.bucket.isEmpty()))
      throw new CommandFailure(
        `${this.bucket.place} has files already: name another bucket or S3_PREFIX. Nothing was restored.`,
      )
    await mkdir(this.staging, { mode: 0o700 })
    await syncFolder(this.#dataDir)
    if (!this.bucket) return
    await writeFile(this.#bringing, this.bucket.place, { flush: true })
    await syncFolder(this.staging)
  }

  /** Moves the files into place. Returns the id by which a later run recognizes this one. */
  async putFiles(): Promise<string> {
    const id = randomUUID()
    await writeFile(this.#placing, id, { flush: true })
    await syncFolder(this.staging)
    const files = join(this.#dataDir, 'files')
    // `prepare` checked that it contains no files.
    await rm(files, { recursive: true, force: true })
    if (!this.bucket) await rename(join(this.staging, 'files'), files)
    await syncFolder(this.#dataDir)
    return id
  }

  async putDatabase(): Promise<void> {
    await rename(join(this.staging, 'postgres'), join(this.#dataDir, 'postgres'))
    await syncFolder(this.#dataDir)
  }

  /** Reverts everything, as if the restore had not started. */
  async clear(): Promise<void> {
    if (this.bucket && (await readFile(this.#bringing, 'utf8').catch(absent)) === this.bucket.place)
      await this.bucket.clear()
    if ((await this.leftId()) !== null)
      for (const name of ['files', 'postgres']) await removeAll(join(this.#dataDir, name))
    await this.finish()
  }

  async finish(): Promise<void> {
    // First: while it exists, a repeated run would clear the bucket.
    await rm(this.#bringing, { force: true })
    if (this.bucket) await syncFolder(this.staging).catch(absent)
    await this.#endDatabases()
    await removeAll(this.staging)
    await syncFolder(this.#dataDir)
  }

  /** A killed run may have left its database running, which would block the next one. */
  async #endDatabases(): Promise<void> {
    const names = (await readdir(this.staging).catch(absent)) ?? []
    for (const name of names.filter((one) => one.startsWith('postgres')))
      await clearOrphans(join(this.staging, name))
  }
}

function removeAll(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20 })
}
