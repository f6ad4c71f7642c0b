import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

const LastBackup = z.object({ madeAt: z.string(), missing: z.number() })
/** When the database was read for it (ISO 8601), and how many files it lacks. */
export type LastBackup = z.output<typeof LastBackup>

/** For the lock of a backup that is under way, and the note of the last. */
export function backupNotes(dataDir: string): string {
  return join(dataDir, 'backing-up')
}

function placeIn(dataDir: string): string {
  return join(backupNotes(dataDir), 'last.json')
}

export async function noteLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  await mkdir(dirname(placeIn(dataDir)), { recursive: true, mode: 0o700 })
  await writeFile(placeIn(dataDir), JSON.stringify(last), { mode: 0o600 })
}

/** null = the command was never used on these data, or its note cannot be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(placeIn(dataDir), 'utf8')))
  } catch {
    // None yet, or half a note from a full disk: the next backup writes it anew.
    return null
  }
}
