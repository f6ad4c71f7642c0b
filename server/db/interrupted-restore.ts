import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartFailure } from '#server/db/start-failure.ts'

/** A marker in DATA_DIR while a backup is restored into it. It remains if the restore is interrupted. */
export function restoreMarker(dataDir: string): string {
  return join(dataDir, 'restore.unfinished')
}

/** Throws a StartFailure if a restore was interrupted, so that no process works on partial data. */
export function rejectInterruptedRestore(dataDir: string): void {
  if (!existsSync(restoreMarker(dataDir))) return
  throw new StartFailure(
    `A restore into ${resolve(dataDir)} was cut off: run it once more ('npm run restore -- <folder of backups>'), which begins anew.`,
  )
}
