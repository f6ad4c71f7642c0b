import { folderName, identityIn, namesIn, numberOf } from './log-names.ts'
import { type ReadLog, readLog } from './log-text.ts'

/**
 * Attempts, and milliseconds between them, because the owner in another page may be replacing a log while it
 * is read.
 */
const tries = 6
const pause = 200

/**
 * Returns the newest readable log of each matching store. A store without a readable log is not whole. Empty
 * if the engine has no private file system.
 */
export async function readLogs(isMeant: (identity: string) => boolean): Promise<readonly ReadLog[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await readOnce(isMeant)
    } catch (error) {
      if (tried === tries) throw error
      await new Promise((go) => setTimeout(go, pause))
    }
  }
}

async function readOnce(isMeant: (identity: string) => boolean): Promise<readonly ReadLog[]> {
  const folder = await logFolder()
  if (!folder) return []
  const names = (await namesIn(folder)).filter((name) => isMeant(identityIn(name)))
  const logs: ReadLog[] = []
  for (const own of Map.groupBy(names, identityIn).values()) {
    let log: ReadLog | null = null
    for (const name of own.toSorted((a, b) => numberOf(b) - numberOf(a))) {
      const file = await (await folder.getFileHandle(name)).getFile()
      log = readLog(await file.text())
      if (log) break
    }
    logs.push(log ?? { rows: new Map(), whole: false })
  }
  return logs
}

/** Deletes the logs of other stores, after they were restored or reported as lost. */
export async function removeOtherLogs(identity: string): Promise<void> {
  const folder = await logFolder()
  if (!folder) return
  for (const name of await namesIn(folder)) if (identityIn(name) !== identity) await folder.removeEntry(name)
}

async function logFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(folderName)
  } catch {
    // No such folder, a private window, or an engine without such files. Local storage has the record then.
    return null
  }
}
