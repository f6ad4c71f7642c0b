import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Made } from './page.ts'

/** As files on a disk, which is where people's come from; they stay until the journey is over. */
export async function withFiles(
  files: readonly Made[] | readonly string[],
  use: (paths: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-picked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const paths = await Promise.all(
    files.map(async (file) => {
      if (typeof file === 'string') return file
      const path = join(folder, file.name)
      await writeFile(path, file.buffer)
      return path
    }),
  )
  await use(paths)
}
