import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Made } from './page.ts'

/** Writes files to disk for the duration of a journey. */
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
