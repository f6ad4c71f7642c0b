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
import type { WriteConcurrency } from './http/execute-call.ts'
import type { MemoryBudget } from './http/memory-budget.ts'
import type { WriteLog } from './write-log.ts'

/** The database, inside a transaction or not: `data.ts` functions take it first. */
export type Db = Kysely<DB>

/** Everything that a handler may use besides its own call. */
export interface Context {
  readonly config: Config
  readonly db: Db
  /** For separate connections, such as those of jobs. */
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  readonly fileWatch: MissingFileMonitor
  /** Reads uploaded files in separate processes. */
  readonly tools: MediaTools
  /** Makes guests' copies of videos at low priority. */
  readonly guestCopies: GuestCopies
  /** Limits the memory for reading whole surveys. */
  readonly memoryBudget: MemoryBudget
  /** Limits the database connections of one account's writes. */
  readonly writeConcurrency: WriteConcurrency
  /** Detects data restored from a backup, for devices that remember later work. */
  readonly history: History
  readonly clock: () => Date
  /** Unguessable bytes. */
  readonly random: (bytes: number) => Buffer
  readonly log: Logger
  /** Log of writes, for tracing a lost answer. */
  readonly writeLog: WriteLog
  /** Signs the addresses of media, zip and PDF; shared by all processes of an installation. */
  readonly ticketKey: Buffer
  /** Keys the hashes of one-time codes. */
  readonly codeKey: Buffer
}
