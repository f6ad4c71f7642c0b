import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { StartFailure } from '#server/db/start-failure.ts'
import { isKey } from '#server/files/disk.ts'
import { StoreFull } from '#server/files/store.ts'
import type { Bucket } from './bucket.ts'
import { keptPrefix, keyOf } from './store.ts'

/** Interval of heartbeats in the bucket, and how long a server without one is presumed alive. */
const usual = { beatEvery: 60_000, deadAfter: 150_000 }
const note = 'served-by'
const triedFiles = 100

const Note = z.object({
  /** The same in all copies of a database. */
  installation: z.string(),
  holder: z.string(),
  /** Machine and folder, for people. */
  place: z.string(),
  /** Machine and folder, for comparison (`homeOf`). */
  home: z.string(),
  stopped: z.boolean(),
})
type Note = z.output<typeof Note>

export interface BucketLease {
  /** Releases the lease, so that the next start anywhere need not wait. */
  release(): Promise<void>
}

export interface BucketLeaseOptions {
  readonly installation: string
  readonly place: string
  readonly home: string
  /** Returns how many of these keys the database has rows for. */
  readonly knows: (keys: readonly string[]) => Promise<number>
  readonly log: Pick<Logger, 'warn'>
  /** Called once another server took the bucket. */
  readonly lost: (why: string) => void
  /** For tests. */
  readonly times?: typeof usual
}

/**
 * Takes the exclusive right to store files in a bucket. A server with another database would remove unknown
 * files as orphans, so it is rejected if its database does not know the bucket's files, or if another server
 * uses the bucket now.
 * Heartbeats show a living server, judged only by the S3 server's clock. Throws a StartFailure.
 */
export async function takeBucketLease(bucket: Bucket, wish: BucketLeaseOptions): Promise<BucketLease> {
  const { installation, place, home, times = usual } = wish
  const found = await readNote(bucket)
  if (found?.installation !== installation) await refuseStrangers(bucket, wish, found)
  if (found && !found.stopped && found.home !== home) await refuseLiving(bucket, found, times.deadAfter)
  const mine: Note = { installation, holder: randomUUID(), place, home, stopped: false }
  const isWritten = await writtenIfRoom(bucket, mine, wish)
  return keepLease(bucket, mine, isWritten ? null : (found?.holder ?? null), wish)
}

/**
 * Writes the note, or returns false if the bucket is full. It can still be read, and a later heartbeat writes
 * the note.
 */
async function writtenIfRoom(bucket: Bucket, mine: Note, { log }: BucketLeaseOptions): Promise<boolean> {
  try {
    await writeNote(bucket, mine)
    return true
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error
    log.warn({ err: error }, 'The bucket has no room: its files are read, and none is kept until it has')
    return false
  }
}

/**
 * With half of the files it is that installation, restored or moved here. Keys are random, so the first ones
 * are a fair sample.
 */
async function refuseStrangers(
  bucket: Bucket,
  { knows }: BucketLeaseOptions,
  found: Note | null,
): Promise<void> {
  const keys: string[] = []
  for await (const { name } of bucket.list(keptPrefix)) {
    const key = keyOf(name)
    if (isKey(key)) keys.push(key)
    if (keys.length === triedFiles) break
  }
  const known = keys.length === 0 ? 0 : await knows(keys)
  if (known * 2 >= keys.length) return
  throw new StartFailure(
    `${bucket.place} has the files of another installation${found ? `, last served at ${found.place}` : ''}: of ${keys.length} that were looked at, this database knows ${known}. ` +
      'Name another bucket, set S3_PREFIX to a folder of its own, or start with the database that they belong to.',
  )
}

/** Returns the place of a living server that uses the bucket, or null. */
export async function livingServer(bucket: Bucket): Promise<string | null> {
  const found = await readNote(bucket)
  if (!found || found.stopped) return null
  return (await isLiving(bucket, usual.deadAfter)) ? found.place : null
}

async function isLiving(bucket: Bucket, deadAfter: number): Promise<boolean> {
  const [beat, now] = [await bucket.find(note), await bucket.now()]
  return beat !== null && now.getTime() - beat.changed.getTime() <= deadAfter
}

async function refuseLiving(bucket: Bucket, found: Note, deadAfter: number): Promise<void> {
  if (!(await isLiving(bucket, deadAfter))) return
  throw new StartFailure(
    `Fieldbook is already running with ${bucket.place}, at ${found.place}: one server keeps files in a bucket. ` +
      'Stop that one first, or set S3_PREFIX to a folder of its own. If it was killed, start again in three minutes.',
  )
}

export async function hasFiles(bucket: Bucket): Promise<boolean> {
  for await (const _ of bucket.list(keptPrefix)) return true
  return false
}

/** `before`: the holder whose note is still there because the bucket is full. */
function keepLease(
  bucket: Bucket,
  mine: Note,
  before: string | null,
  { log, lost, times = usual }: BucketLeaseOptions,
): BucketLease {
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: error }, 'The bucket does not answer'))
      .finally(() => {
        beating = null
      })
  }, times.beatEvery).unref()

  async function isMine(): Promise<boolean> {
    const found = await readNote(bucket)
    return found === null || found.holder === mine.holder || found.holder === before
  }

  async function beat(): Promise<void> {
    if (await isMine()) {
      await writeNote(bucket, mine)
      before = null
      return
    }
    clearInterval(timer)
    lost(`Another Fieldbook keeps its files in ${bucket.place} now: this process ends.`)
  }

  return {
    release: async () => {
      clearInterval(timer)
      await beating
      // If the bucket does not answer, the next start waits until this server counts as dead.
      await isMine()
        .then((is) => (is ? writeNote(bucket, { ...mine, stopped: true }) : undefined))
        .catch((error: unknown) => log.warn({ err: error }, 'The bucket was not released'))
    },
  }
}

async function readNote(bucket: Bucket): Promise<Note | null> {
  const found = await bucket.get(note, 0, 4_095)
  if (!found) return null
  try {
    return Note.parse(JSON.parse(found.bytes.toString()))
  } catch {
    throw new StartFailure(
      `What ${bucket.place} says of who serves it cannot be read: start the version that wrote it, or remove the object ${note} there.`,
    )
  }
}

async function writeNote(bucket: Bucket, content: Note): Promise<void> {
  await bucket.write(note, Buffer.from(JSON.stringify(content)))
}
