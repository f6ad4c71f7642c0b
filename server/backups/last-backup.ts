import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const LastBackup = z.object({ madeAt: z.string(), missing: z.number() })
/** When the database was read (ISO 8601), and the number of missing files. */
export type LastBackup = z.output<typeof LastBackup>

/** Folder for the lock of a running backup and the note about the last one. */
export function backupNotes(dataDir: string): string {
  return join(dataDir, 'backing-up')
}

function noteIn(dataDir: string): string {
  return join(backupNotes(dataDir), 'last.json')
}

/** Call under the backup's lock, which creates the folder. */
export async function recordLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  await writeFile(noteIn(dataDir), JSON.stringify(last), { mode: 0o600 })
}

/** null = no backup was made of this data, or its note is unreadable. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(noteIn(dataDir), 'utf8')))
  } catch {
    // No note, or half of one after a full disk: the next backup writes it again.
    return null
  }
}
