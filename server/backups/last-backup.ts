import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const LastBackup = z.object({ madeAt: z.string(), missing: z.number() })
/** When the database was read for it (ISO 8601), and how many files it lacks. */
export type LastBackup = z.output<typeof LastBackup>

/** For the lock of a backup that is under way, and the note of the last. */
export function backupNotes(dataDir: string): string {
  return join(dataDir, 'backing-up')
}

function noteIn(dataDir: string): string {
  return join(backupNotes(dataDir), 'last.json')
}

/** Under the lock of the backup, which has made the folder. */
export async function noteLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  await writeFile(noteIn(dataDir), JSON.stringify(last), { mode: 0o600 })
}

/** null = the command was never used on these data, or its note cannot be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(noteIn(dataDir), 'utf8')))
  } catch {
    // None yet, or half a note from a full disk: the next backup writes it anew.
    return null
  }
}
