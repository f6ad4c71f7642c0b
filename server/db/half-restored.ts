import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartFailure } from '#server/db/start-failure.ts'

/** Lies in a DATA_DIR while a backup is put into it, and stays where that was cut off. */
export function halfRestored(dataDir: string): string {
  return join(dataDir, 'restore.unfinished')
}

/** Nobody works on a part of the data, or makes new ones in their place. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(halfRestored(dataDir))) return
  throw new StartFailure(
    `A restore into ${resolve(dataDir)} was cut off: run it once more ('npm run restore -- <folder of backups>'), which begins anew.`,
  )
}
