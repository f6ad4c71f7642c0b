import type { Logger } from 'pino'
import type { Db } from '#server/context.ts'
import { countFiles } from './missing.ts'
import type { FileStore } from './store.ts'

/** Files do not go away by themselves: after a restore they are missing from the start on. */
const lookEvery = 3_600_000
/** What is missing is being put back, by hand or by devices. */
const lookAgainWhileMissing = 30_000

/** How many files that the database speaks of are not there. */
export interface FileWatch {
  /** As last counted, null before the first time; counts anew in the background where that is long ago. */
  missing(): number | null
  /** Counts now. */
  look(): Promise<void>
  /** Waits for a count that is under way. */
  close(): Promise<void>
}

export function watchFiles(db: Db, files: FileStore, log: Logger): FileWatch {
  let missing: number | null = null
  let looked = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  async function count(): Promise<void> {
    try {
      const census = await countFiles(db, files)
      if (census.missing.length > 0 && census.missing.length !== missing)
        log.error(
          `Of ${census.known} files that the database speaks of, ${census.missing.length} are missing: 'npm run verify-files' names them.`,
        )
      missing = census.missing.length
    } catch (error) {
      log.warn({ err: error }, 'The files could not be counted')
    } finally {
      looked = performance.now()
      looking = null
    }
  }

  function look(): Promise<void> {
    looking ??= count()
    return looking
  }

  return {
    missing: () => {
      if (performance.now() - looked > (missing ? lookAgainWhileMissing : lookEvery)) void look()
      return missing
    },
    look,
    close: async () => {
      await looking
    },
  }
}
