import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CommandFailure } from '#server/command.ts'
import { clearOrphans } from '#server/db/embedded-orphans.ts'
import { halfRestored } from '#server/db/half-restored.ts'
import { syncFolder } from '#server/files/disk.ts'
import { absent } from './kept-files.ts'

/**
 * A DATA_DIR that is being filled. All is made in a folder within it, which keeps servers from starting, and then put
 * in place by two renames. From the first of them on `placing` lies there: what stands beside it came from here.
 */
export class RestorePlace {
  readonly staging: string
  readonly stagedFiles: string
  readonly #dataDir: string
  readonly #placing: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.staging = halfRestored(dataDir)
    this.stagedFiles = join(this.staging, 'files', 'kept')
    this.#placing = join(this.staging, 'placing')
  }

  /** Of a restore that was cut off while it put its files in place. */
  async leftId(): Promise<string | null> {
    return readFile(this.#placing, 'utf8').catch(absent)
  }

  /** Removes what a restore that was cut off has left; refuses a folder that has data of its own. */
  async prepare(): Promise<void> {
    await this.clear()
    const kept = (await readdir(join(this.#dataDir, 'files', 'kept')).catch(absent)) ?? []
    const database = await stat(join(this.#dataDir, 'postgres')).catch(absent)
    if (kept.length > 0 || database)
      throw new CommandFailure(
        `${resolve(this.#dataDir)} has data already: move them away, or name another folder as DATA_DIR. Nothing was restored.`,
      )
    await mkdir(this.staging, { mode: 0o700 })
    await syncFolder(this.#dataDir)
  }

  /** Gives the id by which a later run knows this one. */
  async putFiles(): Promise<string> {
    const id = randomUUID()
    await writeFile(this.#placing, id, { flush: true })
    await syncFolder(this.staging)
    const files = join(this.#dataDir, 'files')
    // Nothing was kept in it: that is what `prepare` looked for.
    await rm(files, { recursive: true, force: true })
    await rename(join(this.staging, 'files'), files)
    await syncFolder(this.#dataDir)
    return id
  }

  async putDatabase(): Promise<void> {
    await rename(join(this.staging, 'postgres'), join(this.#dataDir, 'postgres'))
    await syncFolder(this.#dataDir)
  }

  /** As if nothing had been begun. */
  async clear(): Promise<void> {
    if ((await this.leftId()) !== null)
      for (const name of ['files', 'postgres']) await removeAll(join(this.#dataDir, name))
    await this.finish()
  }

  async finish(): Promise<void> {
    await this.#endDatabases()
    await removeAll(this.staging)
    await syncFolder(this.#dataDir)
  }

  /** A run that was killed may have left its database behind, which keeps the next one from starting. */
  async #endDatabases(): Promise<void> {
    const names = (await readdir(this.staging).catch(absent)) ?? []
    for (const name of names.filter((one) => one.startsWith('postgres')))
      await clearOrphans(join(this.staging, name))
  }
}

function removeAll(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20 })
}
