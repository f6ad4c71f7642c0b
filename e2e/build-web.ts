import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Vitest's global setup: the program serves the built web app, so build it if its sources changed. */
export function setup(): void {
  const root = join(import.meta.dirname, '..')
  const { status } = spawnSync(process.execPath, ['scripts/prepare.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built.')
}
