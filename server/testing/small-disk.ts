import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk small enough for a test to fill. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string
  /** Fills it completely. */
  fill(): Promise<void>
  /** Makes room again. */
  free(): Promise<void>
}

/** Returns null if this user may not mount disks. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'fieldbook-test', folder]
  try {
    await run('mount', options)
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async () => {
      const handle = await open(ballast, 'a')
      try {
        // Writes smaller and smaller pieces until not even one byte fits.
        for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
          await writeUntilFull(() => handle.write(Buffer.alloc(size)))
      } finally {
        await handle.close()
      }
    },
    free: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    },
  }
}

async function writeUntilFull(write: () => Promise<{ bytesWritten: number }>): Promise<void> {
  try {
    while ((await write()).bytesWritten > 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
