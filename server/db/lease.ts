import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DataFolder } from '#server/db/data-folder.ts'
import { existingTables, referencedFiles } from '#server/db/referenced-files.ts'
import { type DatabaseLog, StartFailure } from '#server/db/start-failure.ts'
import type { DB } from '#server/db/tables.ts'

/** Interval of heartbeats, and how long a process without one is presumed alive. */
const BEAT_MS = 3_000
const DEAD_AFTER_MS = 15_000
const LOOK_EVERY_MS = 500
/** Number of the database's files to look for in an unknown folder. */
const TRIED_FILES = 100

export interface LeaseOptions {
  readonly folder: DataFolder
  /** The folder's own lock guarantees that no other process can reach this database. */
  readonly alone: boolean
  /** The id of the folder whose files are permanently lost. */
  readonly adopt: string | null
  readonly log: DatabaseLog
}

interface Row {
  folder: string
  holder: string | null
  place: string
  beats: string
}

/**
 * Takes the exclusive right to serve a database, under the migration lock and before any migration, since a
 * running earlier version must not be migrated. Returns the holder's id. Throws a StartFailure if another
 * process serves it or the files belong to another database.
 *
 * The lease is a row with a heartbeat instead of a session lock: it works behind poolers, and a dead
 * machine's open connection blocks no other process. A previous holder in the same folder is dead, since this
 * process has that folder's lock; otherwise the heartbeat decides. Clocks are not compared.
 */
export async function takeLease(client: pg.Client, wish: LeaseOptions): Promise<string> {
  // Not in a numbered migration: the table must exist before they run.
  await client.query(
    `create table if not exists server_lease (
       one boolean primary key default true check (one),
       folder uuid not null, holder uuid, place text not null, beats bigint not null default 0)`,
  )
  const row = await readLease(client)
  // A folder that can't be reached is assumed to be the registered one, and verified once it can.
  const id = wish.folder.id ?? row?.folder
  if (id === undefined) throw new StartFailure(newWithoutFiles(wish.folder.place))
  const known = { ...wish, folder: { ...wish.folder, id } }
  if (row) {
    await refuseSecond(client, row, known)
    await refuseOtherFolder(client, row, known)
  }
  const holder = randomUUID()
  await client.query(
    `insert into server_lease (folder, holder, place) values ($1, $2, $3)
     on conflict (one) do update set folder = $1, holder = $2, place = $3, beats = server_lease.beats + 1`,
    [id, holder, wish.folder.place],
  )
  return holder
}

function newWithoutFiles(place: string): string {
  return `The files of ${place} do not answer, and a new installation does not begin without them: start again once they do.`
}

async function readLease(client: pg.Client): Promise<Row | null> {
  const { rows } = await client.query<Row>('select folder, holder, place, beats from server_lease')
  return rows[0] ?? null
}

async function refuseSecond(
  client: pg.Client,
  row: Row,
  { folder, alone, log }: LeaseOptions,
): Promise<void> {
  if (alone || row.holder === null) return
  if (row.folder === folder.id && row.place === folder.place) return
  log.warn(`Looking whether Fieldbook still runs at ${row.place} on this database.`)
  for (let waited = 0; waited < DEAD_AFTER_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS)
    const now = await readLease(client)
    if (!now || now.holder === null) return
    if (now.beats !== row.beats)
      throw new StartFailure(
        `Fieldbook is already running on this database, at ${row.place}: one process serves a database. ` +
          'Stop that one first, or give this one a database of its own.',
      )
  }
}

async function refuseOtherFolder(
  client: pg.Client,
  row: Row,
  { folder, adopt, log }: LeaseOptions,
): Promise<void> {
  if (row.folder === folder.id) return
  const keys = await someFiles(client)
  const here = await folder.has(keys)
  // With half of the files it is the same folder, restored without its id. Without files nothing can be
  // missing.
  if (here * 2 >= keys.length) return
  if (adopt === row.folder) {
    log.warn(`The files of ${row.place} are given up: ${folder.place} takes their place.`)
    return
  }
  throw new StartFailure(
    `This database belongs to the files of another folder, last served at ${row.place}: of ${keys.length} of its files ` +
      `that were looked for, ${here} are at ${folder.place}. Start it with that folder as DATA_DIR, or put a copy of ` +
      `that folder's files/ into this one. If they are lost for good, start once with ADOPT_DATA_DIR=${row.folder}`,
  )
}

/** Keys are random, so the first ones are a fair sample. */
async function someFiles(client: pg.Client): Promise<string[]> {
  const there = await client.query<{ name: string }>(existingTables)
  if (there.rows.length === 0) return []
  const { rows } = await client.query<{ key: string }>(
    `select key from ${referencedFiles(there.rows)} order by key limit ${TRIED_FILES}`,
  )
  return rows.map(({ key }) => key)
}

export interface Lease {
  /** Releases the lease, so that the next start anywhere need not wait. */
  release(): Promise<void>
}

/** Sends heartbeats until released; calls `lost` once another process has taken the lease. */
export function keepLease(db: Kysely<DB>, holder: string, log: DatabaseLog, lost: () => void): Lease {
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    // One at a time, so that a hanging database does not fill the pool with heartbeats.
    beating ??= beat()
      .catch((error: unknown) => log.info(`The lease could not be renewed: ${String(error)}`))
      .finally(() => {
        beating = null
      })
  }, BEAT_MS).unref()

  async function beat(): Promise<void> {
    const mine = sql`update server_lease set beats = beats + 1 where holder = ${holder}`
    const { numAffectedRows } = await mine.execute(db)
    if (numAffectedRows !== 0n) return
    clearInterval(timer)
    lost()
  }

  return {
    release: async () => {
      clearInterval(timer)
      await beating
      await sql`update server_lease set holder = null where holder = ${holder}`
        .execute(db)
        .catch((error: unknown) => log.info(`The lease was not released: ${String(error)}`))
    },
  }
}
