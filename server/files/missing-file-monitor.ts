import type { Logger } from 'pino'
import type { Db } from '#server/context.ts'
import { type FileCensus, findMissingFiles } from './find-missing-files.ts'
import type { FileStore } from './store.ts'

/** Files rarely disappear at run time: after a restore they are missing from the start. */
const checkInterval = 3_600_000
/** Missing files are being restored, by hand or by devices. */
const checkIntervalWhileMissing = 30_000

/** Counts files that the database refers to but the store lacks. */
export interface MissingFileMonitor {
  /** The last count, or null before the first. Starts a new count in the background if the last one is old. */
  missing(): number | null
  /** Counts now. */
  look(): Promise<void>
  /** Waits for a running count. */
  close(): Promise<void>
}

export function monitorMissingFiles(db: Db, files: FileStore, log: Logger): MissingFileMonitor {
  let missing: readonly string[] | null = null
  let [looked, lookedForAll] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let looking: Promise<void> | null = null

  async function count(): Promise<void> {
    try {
      const census = await findMissingFiles(db, files)
      if (census.missing.length > 0 && census.missing.length !== missing?.length)
        log.error(
          `Of ${census.known} files that the database speaks of, ${census.missing.length} are missing: 'npm run verify-files' names them.`,
        )
      missing = keysOf(census)
    } finally {
      lookedForAll = performance.now()
    }
  }

  /** Checks only the files that were missing, since listing all files of a large store takes a while. */
  async function countAgain(were: readonly string[]): Promise<void> {
    missing = keysOf(await findMissingFiles(db, files, were))
  }

  function look(work: () => Promise<void> = count): Promise<void> {
    looking ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'The files could not be counted'))
      .finally(() => {
        looked = performance.now()
        looking = null
      })
    return looking
  }

  return {
    missing: () => {
      const [now, were] = [performance.now(), missing ?? []]
      if (now - lookedForAll > checkInterval) void look()
      else if (were.length > 0 && now - looked > checkIntervalWhileMissing) void look(() => countAgain(were))
      return missing === null ? null : were.length
    },
    look: () => look(),
    close: async () => {
      await looking
    },
  }
}

function keysOf({ missing }: FileCensus): readonly string[] {
  return missing.map(({ key }) => key)
}
