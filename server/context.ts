import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { DB } from './db/tables.ts'
import type { GuestCopies } from './files/guest-copies.ts'
import type { MediaTools } from './files/media-tools.ts'
import type { MissingFileMonitor } from './files/missing-file-monitor.ts'
import type { FileStore } from './files/store.ts'
import type { History } from './history.ts'
import type { MemoryBudget } from './http/memory-budget.ts'
import type { WriteConcurrency } from './http/write-concurrency.ts'
import type { WriteLog } from './write-log.ts'

/** The database, inside a transaction or not: `data.ts` functions take it first. */
export type Db = Kysely<DB>

/** All that a handler may reach besides its own call. */
export interface Context {
  readonly config: Config
  readonly db: Db
  /** For connections of one's own, such as those of the jobs. */
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  readonly fileWatch: MissingFileMonitor
  /** Looks into uploaded files, in processes of their own. */
  readonly tools: MediaTools
  /** Makes the videos that guests get, behind what people wait for. */
  readonly guestCopies: GuestCopies
  /** Bounds what is in memory of surveys that are read whole. */
  readonly memoryBudget: MemoryBudget
  /** Bounds how many connections to the database one account's writes have. */
  readonly writeTurns: WriteConcurrency
  /** Tells devices whose work went with data that were put back. */
  readonly history: History
  readonly clock: () => Date
  /** Unguessable bytes. */
  readonly random: (bytes: number) => Buffer
  readonly log: Logger
  /** By which a lost answer is traced. */
  readonly writeLog: WriteLog
  /** Signs the addresses of media, zip and PDF; shared by all processes of an installation. */
  readonly ticketKey: Buffer
  /** Keys the hashes of one-time codes. */
  readonly codeKey: Buffer
}
