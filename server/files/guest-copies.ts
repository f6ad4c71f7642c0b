import type { Logger } from 'pino'
import { limits } from '#contract/limits.ts'
import type { VideoType } from '#contract/rules/file-kind.ts'
import type { Db } from '#server/context.ts'
import { isDiskFull } from '#server/db/unavailable.ts'
import type { MediaTools } from './media-tools.ts'
import { BucketUnavailable } from './s3/unavailable.ts'
import { type FileStore, StoreFull, StoreUnavailable } from './store.ts'

interface Means {
  readonly db: Db
  readonly files: FileStore
  readonly tools: MediaTools
  readonly log: Logger
}

/** Makes copies of videos for guests. Until a copy exists, guests get the still. */
export interface GuestCopies {
  /** Call when a video without a copy may exist. Returns at once. */
  wake(): void
  /** Resolves once no copy is left to make. */
  idle(): Promise<void>
  /**
   * Starts no further copy and waits for the current one. Close the media tools first, so that it ends soon.
   */
  close(): Promise<void>
}

/** Opens the queue. A copy may take minutes, so it makes one at a time, at low priority. */
export function openGuestCopies(means: Means): GuestCopies {
  let closed = false
  let working: Promise<void> | null = null
  let again = false

  async function work(): Promise<void> {
    try {
      do {
        again = false
        while (!closed && (await makeNext(means, () => closed))) {
          // Continue with the next video.
        }
      } while (again && !closed)
    } catch (error) {
      if (!closed) means.log.warn({ err: error }, 'A copy for guests could not be made')
    } finally {
      working = null
    }
  }

  return {
    wake: () => {
      if (closed || !means.tools.makesCopies) return
      if (working) again = true
      else working = work()
    },
    idle: async () => {
      while (working) await working
    },
    close: async () => {
      closed = true
      await working
    },
  }
}

/** How often a copy is started, so that a video that crashes the server each time is not tried forever. */
export const copyAttempts = 3

/**
 * Makes the next copy, of the oldest video with the fewest attempts. Returns false if none is left or the store
 * has no capacity; the next upload, or the next hour, tries again.
 */
async function makeNext({ db, files, tools, log }: Means, isClosed: () => boolean): Promise<boolean> {
  const next = await db
    .selectFrom('stored_file')
    .innerJoin('rendition', (join) =>
      join.onRef('rendition.file_id', '=', 'stored_file.id').on('rendition.name', '=', 'original'),
    )
    .select([
      'stored_file.id',
      'stored_file.copy_attempts as attempts',
      'rendition.store_key as key',
      'rendition.content_type as type',
    ])
    .where('kind', '=', 'video')
    .where('copy_attempts', '<', copyAttempts)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rendition as copy')
            .select('copy.file_id')
            .whereRef('copy.file_id', '=', 'stored_file.id')
            .where('copy.name', '=', 'guest'),
        ),
      ),
    )
    .orderBy('copy_attempts')
    .orderBy('stored_file.created_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  const count = (times: number) =>
    db.updateTable('stored_file').set({ copy_attempts: times }).where('id', '=', next.id).execute()
  await db
    .updateTable('stored_file')
    .set((column) => ({ copy_attempts: column('copy_attempts', '+', 1) }))
    .where('id', '=', next.id)
    .execute()
  try {
    if (await makeCopy({ db, files, tools }, next)) return true
  } catch (error) {
    // A full disk is not the video's fault, and the other videos would fail too.
    if (error instanceof StoreFull || isDiskFull(error)) {
      await count(next.attempts)
      log.warn({ err: error, file: next.id }, 'No room for a copy for guests')
      return false
    }
    // With the bucket unreachable, the other videos would fail too.
    if (error instanceof BucketUnavailable) {
      await count(next.attempts)
      log.warn({ err: error, file: next.id }, 'The bucket is away: copies for guests wait')
      return false
    }
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ err: error, file: next.id }, 'A copy for guests could not be made now')
    return true
  }
  // A stopping server interrupts the work, which is not the video's fault.
  if (isClosed()) await count(0)
  else {
    await count(copyAttempts)
    log.info({ file: next.id }, 'No copy for guests can be made of a video; they get its still')
  }
  return true
}

async function makeCopy(
  { db, files, tools }: Omit<Means, 'log'>,
  video: { readonly id: string; readonly key: string; readonly type: string },
): Promise<boolean> {
  const original = await files.receive(await files.read(video.key), limits.videoBytes)
  try {
    const copy = await tools.copyForGuests(original.path, video.type as VideoType)
    if (!copy) return false
    const stored = await files.commit(await files.receive(copy.bytes, 2 * limits.videoBytes))
    const added = await db
      .insertInto('rendition')
      .columns(['file_id', 'name', 'store_key', 'content_type', 'size', 'sha256', 'crc32', 'width', 'height'])
      // Inserts nothing if the video was removed meanwhile.
      .expression((from) =>
        from
          .selectFrom('stored_file')
          .select(({ val }) => [
            'stored_file.id',
            val('guest').as('name'),
            val(stored.key).as('store_key'),
            val(copy.type).as('content_type'),
            val(stored.size).as('size'),
            val(stored.sha256).as('sha256'),
            val(stored.crc32).as('crc32'),
            val(copy.width).as('width'),
            val(copy.height).as('height'),
          ])
          .where('stored_file.id', '=', video.id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) await files.remove(stored.key)
    return true
  } finally {
    await files.drop(original)
  }
}
