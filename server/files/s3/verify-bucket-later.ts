import type { Logger } from 'pino'
import { StartFailure } from '#server/db/start-failure.ts'
import type { Bucket } from './bucket.ts'
import { readId } from './bucket-folder.ts'
import type { BucketLease } from './bucket-lease.ts'

const asksEvery = 5_000

interface Wish {
  /** Id of the bucket with the database's files. */
  readonly folder: string
  readonly take: () => Promise<BucketLease>
  /** Called once the bucket is verified. */
  readonly proven: () => void
  /** Called if the bucket is not the database's, or another server uses it now. This process must stop. */
  readonly lost: (why: string) => void
  readonly log: Pick<Logger, 'warn'>
}

/** Verifies a bucket that did not answer at the start and takes its lease, as soon as it answers. */
export function verifyBucketLater(bucket: Bucket, { folder, take, proven, lost, log }: Wish): BucketLease {
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
