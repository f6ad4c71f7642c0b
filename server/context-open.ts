import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Db } from '#server/context.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/open.ts'
import { openGuestCopies } from './files/guest-copies.ts'
import { openMediaTools } from './files/media-tools.ts'
import { monitorMissingFiles } from './files/missing-file-monitor.ts'
import { type OpenedFiles, openFiles } from './files/open.ts'
import { unknownKeys } from './files/unknown-keys.ts'
import { type History, openHistory } from './history.ts'
import { WriteConcurrency } from './http/execute-call.ts'
import { openMemoryBudget } from './http/memory-budget.ts'
import { noWriteLog, openWriteLog } from './write-log.ts'

export interface OpenContext {
  readonly context: Context
  close(): Promise<void>
}

/** Opens the server's resources: migrated database, file store, secrets, log. */
export async function openContext(
  config: Config,
  log: Logger = makeLog(config),
  lost: (why: string) => void = (why) => log.error(why),
): Promise<OpenContext> {
  const { dataDir, databaseUrl } = config
  const opened = await openFiles(config)
  const { files } = opened
  let isReached = true
  const database = await openDatabase({
    dataDir,
    databaseUrl,
    pool: { max: config.databasePool },
    adopt: config.adoptDataDir,
    folder: async () => {
      const folder = await opened.folder((text) => log.warn(text))
      isReached = folder.id !== null
      return folder
    },
    lost,
    log: {
      info: (text: string) => log.info(text),
      warn: (text: string) => log.warn(text),
      error: (text: string) => log.error(text),
    },
  })
  const history = await openHistory(database.db, new Date())
  const leasing = { db: database.db, dataDir, history, log, lost, isReached }
  const lease = await leaseOf(opened, leasing).catch(async (error: unknown) => {
    await database.close()
    opened.close()
    throw error
  })
  const tools = await openMediaTools()
  const fileWatch = monitorMissingFiles(database.db, files, log)
  const guestCopies = openGuestCopies({ db: database.db, files, tools, log })
  const writeLog = config.writeLog ? openWriteLog(join(dataDir, 'logs'), log) : noWriteLog
  const context: Context = {
    config,
    db: database.db,
    connection: database.connection,
    files,
    fileWatch,
    tools,
    guestCopies,
    memoryBudget: openMemoryBudget(config.readingBytes),
    writeConcurrency: new WriteConcurrency(config.databasePool),
    history,
    clock: () => new Date(),
    random: randomBytes,
    log,
    writeLog,
    ticketKey: await sharedSecret(database.db, 'ticket', randomBytes),
    codeKey: await sharedSecret(database.db, 'code', randomBytes),
  }
  return {
    context,
    close: async () => {
      tools.close()
      await guestCopies.close()
      await fileWatch.close()
      await writeLog.close()
      await Promise.all([lease?.release(), database.close()])
      opened.close()
    },
  }
}

interface Leasing {
  readonly db: Db
  readonly dataDir: string
  readonly history: History
  readonly log: Logger
  readonly lost: (why: string) => void
  /** Whether the bucket has answered. */
  readonly isReached: boolean
}

/** Returns the id of the folder or bucket with the database's files. */
async function folderOf(db: Db): Promise<string> {
  const { rows } = await sql<{ folder: string }>`select folder from server_lease`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no lease')
  return row.folder
}

/**
 * Takes the bucket's lease, since other servers could use the same bucket. A disk folder has its own lock.
 */
async function leaseOf(
  { bucket, withhold }: OpenedFiles,
  { dataDir, history, log, lost, db, isReached }: Leasing,
) {
  if (!bucket) return null
  const { takeBucketLease } = await import('./files/s3/bucket-lease.ts')
  const { homeOf, retryUntilAnswered, placeOf } = await import('./files/s3/bucket-folder.ts')
  const [place, home] = [await placeOf(bucket, dataDir), await homeOf(dataDir)]
  const knows = async (keys: readonly string[]) => keys.length - (await unknownKeys(db, keys)).length
  const wish = { installation: history.installation, place, home, knows, log, lost }
  if (!isReached) {
    const { verifyBucketLater } = await import('./files/s3/verify-bucket-later.ts')
    log.error(
      `${bucket.place} does not answer: the server starts without its files, and has them once it does`,
    )
    const proven = withhold()
    const take = () => takeBucketLease(bucket, wish)
    return verifyBucketLater(bucket, { folder: await folderOf(db), take, proven, lost, log })
  }
  return retryUntilAnswered(
    (text) => log.warn(text),
    () => takeBucketLease(bucket, wish),
  )
}

/** Paths of credentials in log entries, at any depth: libraries log their options, including headers. */
const secrets = ['token', 'password', 'authorization', 'cookie'].flatMap((name) =>
  ['', '*.', '*.*.', '*.*.*.'].map((above) => `${above}${name}`),
)

/** Returns the logger; writes to standard output by default. */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>, place?: DestinationStream): Logger {
  const options = { level: logLevel, redact: secrets }
  return place ? pino(options, place) : pino(options)
}

/** Returns a secret shared by all processes of the installation; the first process creates it. */
async function sharedSecret(db: Db, name: string, random: (bytes: number) => Buffer): Promise<Buffer> {
  await db
    .insertInto('secret')
    .values({ name, value: random(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
