import { randomUUID } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataFolder } from '#server/db/data-folder.ts'
import { StartFailure } from '#server/db/start-failure.ts'
import { StoreUnavailable } from '#server/files/store.ts'
import type { Bucket } from './bucket.ts'
import { hashBytes } from './hash-bytes.ts'
import { BucketRefusal } from './unavailable.ts'

const idName = 'folder-id'
/** A server that starts together with this program may need a while. */
const patience = 30_000

/**
 * Opens the bucket as the database's folder of files, without its id if it does not answer. Throws a
 * StartFailure if the bucket rejects access.
 */
export async function openBucketFolder(
  bucket: Bucket,
  dataDir: string,
  has: (keys: readonly string[]) => Promise<number>,
  tell: (text: string) => void,
): Promise<DataFolder> {
  return {
    id: await retryUntilAnswered(tell, async () => (await readId(bucket)) ?? (await writeId(bucket))).catch(
      (error: unknown) => {
        if (error instanceof BucketTimeout) return null
        throw error
      },
    ),
    place: await placeOf(bucket, dataDir),
    has,
  }
}

/** The storage location, for people. */
export async function placeOf(bucket: Bucket, dataDir: string): Promise<string> {
  return `${hostname()}:${await realpath(dataDir)} with ${bucket.place}`
}

/**
 * Identifies this folder on this machine since its last boot. Its lock guarantees that no other process serves
 * the bucket from here. Host name and path alone could match another machine.
 */
export async function homeOf(dataDir: string): Promise<string> {
  const { dev, ino } = await stat(dataDir)
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() =>
    String(Math.round(Date.now() / 1000 - uptime())),
  )
  return hashBytes(Buffer.from([hostname(), await realpath(dataDir), dev, ino, boot.trim()].join('\n')))
    .sha256
}

/** The bucket has not answered for half a minute. */
export class BucketTimeout extends StartFailure {}

/**
 * Retries while the bucket does not answer. Throws a StartFailure once it rejects a call or the patience is
 * over.
 */
export async function retryUntilAnswered<T>(
  tell: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (error instanceof BucketRefusal) throw new StartFailure(error.message, { cause: error })
      if (performance.now() > until) throw new BucketTimeout(error.message, { cause: error })
      tell(`Waiting for the files: ${error.message}`)
      await pause(1_000)
    }
  }
}

export async function readId(bucket: Bucket): Promise<string | null> {
  const found = await bucket.get(idName, 0, 63)
  const text = found?.bytes.toString().trim() ?? ''
  return /^[0-9a-f-]{36}$/.test(text) ? text : null
}

async function writeId(bucket: Bucket): Promise<string> {
  const id = randomUUID()
  await bucket.write(idName, Buffer.from(`${id}\n`))
  return id
}
