import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connectionBy, startEmbedded } from '#server/db/embedded.ts'
import { socketPlace } from '#server/db/embedded-place.ts'
import { rejectInterruptedRestore } from '#server/db/interrupted-restore.ts'
import { AlreadyRunning, type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'
import { databaseUser } from '#server/db/unprivileged.ts'

export interface CommandConnection {
  readonly connection: pg.ClientConfig
  /** Stops the embedded database if it was started for this. */
  leave(): Promise<void>
}

/**
 * Connects to the database of an installation, for a command that runs with or without a server. Does not
 * create one.
 */
export async function connectForCommand(
  dataDir: string,
  databaseUrl: string | null,
  log: DatabaseLog,
): Promise<CommandConnection> {
  rejectInterruptedRestore(dataDir)
  if (databaseUrl !== null) return { connection: { connectionString: databaseUrl }, leave: async () => {} }
  const clusterDir = join(dataDir, 'postgres')
  if (!existsSync(clusterDir)) throw new StartFailure(`There is no database in ${dataDir}.`)
  try {
    const { connection, stop } = await startEmbedded(dataDir, log)
    return { connection, leave: stop }
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    const socket = await socketPlace(clusterDir, await databaseUser(clusterDir))
    return { connection: connectionBy(socket), leave: async () => {} }
  }
}
