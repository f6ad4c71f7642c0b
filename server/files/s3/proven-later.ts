import type { Logger } from 'pino'
import { StartFailure } from '#server/db/start-failure.ts'
import type { Bucket } from './bucket.ts'
import { readId } from './bucket-folder.ts'
import type { BucketLease } from './bucket-lease.ts'

const asksEvery = 5_000

interface Wish {
  /** The id of the bucket that the database's files are in. */
  readonly folder: string
  readonly take: () => Promise<BucketLease>
  /** Told once the bucket is proven. */
  readonly proven: () => void
  /** Told where it is another one than the database's, or somebody else's now: this process must not go on. */
  readonly lost: (why: string) => void
  readonly log: Pick<Logger, 'warn'>
}

/** Proves a bucket that did not answer at the start, and takes its lease, as soon as it does. */
export function proveLater(bucket: Bucket, { folder, take, proven, lost, log }: Wish): BucketLease {
  let lease: BucketLease | null = null
  let asking: Promise<void> | null = null
  const timer = setInterval(() => {
    asking ??= ask().finally(() => {
      asking = null
    })
  }, asksEvery).unref()

  async function ask(): Promise<void> {
    try {
      if ((await readId(bucket)) !== folder) throw new StartFailure(otherBucket(bucket))
      lease = await take()
      clearInterval(timer)
      proven()
      log.warn(`${bucket.place} answers: its files are there again`)
    } catch (error) {
      if (!(error instanceof StartFailure)) return log.warn({ err: error }, 'The bucket does not answer')
      clearInterval(timer)
      lost(error.message)
    }
  }

  return {
    release: async () => {
      clearInterval(timer)
      await asking
      await lease?.release()
    },
  }
}

function otherBucket({ place }: Bucket): string {
  return `${place} is not what the files of this database were kept in: this process ends, and the next start says what to do.`
}
