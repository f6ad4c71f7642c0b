import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { StartFailure } from '#server/db/start-failure.ts'
import type { Bucket } from './bucket.ts'
import { hashed } from './hashed.ts'
import { kept } from './store.ts'

/** How often a server shows in the bucket that it lives, and how long none may be seen before it counts as dead. */
const usual = { beatEvery: 60_000, deadAfter: 150_000 }
const note = 'served-by'

const Note = z.object({
  /** What stays the same in all copies of a database. */
  installation: z.string(),
  holder: z.string(),
  /** Machine and folder. */
  place: z.string(),
  stopped: z.boolean(),
})
type Note = z.output<typeof Note>

export interface BucketLease {
  /** The next start need not wait, wherever it is. */
  release(): Promise<void>
}

export interface BucketLeaseWish {
  readonly installation: string
  readonly place: string
  readonly log: Pick<Logger, 'warn'>
  /** Told once another server took the bucket. */
  readonly lost: (why: string) => void
  /** For tests. */
  readonly times?: typeof usual
}

/**
 * Takes the one right to keep files in a bucket. Whoever has another database would take them for strays and remove
 * them: so it is refused a bucket with files of another installation, and one that another server works with now. That
 * one is seen by its beats, of which the S3 server's clock alone tells. Throws a StartFailure.
 */
export async function takeBucketLease(bucket: Bucket, wish: BucketLeaseWish): Promise<BucketLease> {
  const { installation, place, times = usual } = wish
  const found = await readNote(bucket)
  if (found) {
    if (found.installation !== installation && (await hasFiles(bucket)))
      throw new StartFailure(
        `${bucket.place} has the files of another installation, last served at ${found.place}: name another bucket, or set S3_PREFIX to a folder of its own.`,
      )
    if (!found.stopped && found.place !== place) await refuseLiving(bucket, found, times.deadAfter)
  }
  const mine: Note = { installation, holder: randomUUID(), place, stopped: false }
  await writeNote(bucket, mine)
  return keepLease(bucket, mine, wish)
}

async function refuseLiving(bucket: Bucket, found: Note, deadAfter: number): Promise<void> {
  const beat = await bucket.find(note)
  // Written now: the moment by the server's own clock.
  await bucket.put('check', () => Buffer.from('now'), hashed(Buffer.from('now')))
  const now = await bucket.find('check')
  if (!beat || !now || now.changed.getTime() - beat.changed.getTime() > deadAfter) return
  throw new StartFailure(
    `Fieldbook is already running with ${bucket.place}, at ${found.place}: one server keeps files in a bucket. ` +
      'Stop that one first, or set S3_PREFIX to a folder of its own. If it was killed, start again in three minutes.',
  )
}

export async function hasFiles(bucket: Bucket): Promise<boolean> {
  for await (const _ of bucket.list(kept)) return true
  return false
}

function keepLease(bucket: Bucket, mine: Note, { log, lost, times = usual }: BucketLeaseWish): BucketLease {
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
    return found === null || found.holder === mine.holder
  }

  async function beat(): Promise<void> {
    if (await isMine()) return writeNote(bucket, mine)
    clearInterval(timer)
    lost(`Another Fieldbook keeps its files in ${bucket.place} now: this process ends.`)
  }

  return {
    release: async () => {
      clearInterval(timer)
      await beating
      // A bucket that does not answer shows the next start a dead server, after a while.
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
    // Not ours, or of a later version: who serves is not known by it.
    return null
  }
}

async function writeNote(bucket: Bucket, content: Note): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(content))
  await bucket.put(note, () => bytes, hashed(bytes))
}
