import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** Damage that a browser's database may suffer between two starts. */
export const damages = [
  (folder: string) => rm(folder, { recursive: true }),
  (folder: string) => cutFiles(folder, 0.5),
  (folder: string) => cutFiles(folder, 0),
] as const

async function cutFiles(folder: string, share: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) await truncate(path, Math.floor((await stat(path)).size * share))
  }
}
