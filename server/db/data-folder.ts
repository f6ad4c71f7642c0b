import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readFile, realpath, rename } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '#server/db/start-failure.ts'
import { placeIn } from '#server/files/disk.ts'
import { isNoSuchFile } from '#server/files/no-such-file.ts'

/** The folder with an installation's files, as registered in its database. */
export interface DataFolder {
  /** Stored among the files, so that every copy of them contains it. null: the files can't be reached now. */
  readonly id: string | null
  /** Host name and path, for people and to distinguish a restart after a kill from a start elsewhere. */
  readonly place: string
  /** Returns how many of these files exist. */
  has(keys: readonly string[]): Promise<number>
}

export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const files = join(dataDir, 'files')
  try {
    await mkdir(files, { recursive: true, mode: 0o700 })
    return {
      id: (await readId(files)) ?? (await writeId(files)),
      place: `${hostname()}:${await realpath(dataDir)}`,
      has: async (keys) => {
        const found = keys.map((key) => access(placeIn(join(files, 'kept'), key)))
        return (await Promise.allSettled(found)).filter(({ status }) => status === 'fulfilled').length
      },
    }
  } catch (error) {
    throw new StartFailure(`The folder ${files} cannot be used: ${reason(error)}`)
  }
}

async function readId(files: string): Promise<string | null> {
  const text = await readFile(join(files, 'folder-id'), 'utf8').catch((error: unknown) => {
    if (isNoSuchFile(error)) return ''
    throw error
  })
  return /^[0-9a-f-]{36}$/.test(text.trim()) ? text.trim() : null
}

/** Writes the id atomically, so that a power cut leaves it complete or absent. */
async function writeId(files: string): Promise<string> {
  const id = randomUUID()
  const handle = await open(join(files, 'folder-id.new'), 'w', 0o600)
  try {
    await handle.writeFile(`${id}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(join(files, 'folder-id.new'), join(files, 'folder-id'))
  return id
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
