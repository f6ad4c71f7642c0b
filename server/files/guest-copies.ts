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

/** Makes the copies of videos that guests get. Until there is one they get the still. */
export interface GuestCopies {
  /** There may be a video without one. Returns at once. */
  wake(): void
  /** Until none is left to be made. */
  idle(): Promise<void>
  /** Begins none any more and waits for the one at work; end the media tools before, so that this is soon. */
  close(): Promise<void>
}

/** Each may take minutes, so one at a time, and behind everything that somebody waits for. */
export function openGuestCopies(means: Means): GuestCopies {
  let closed = false
  let working: Promise<void> | null = null
  let again = false

  async function work(): Promise<void> {
    try {
      do {
        again = false
        while (!closed && (await makeNext(means, () => closed))) {
          // the next one
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

/** How often a copy is begun: a video that ends the server each time is not tried for ever. */
export const copyAttempts = 3

/** False where no video wants one, and where there is no room: then the next upload, or the next hour, tries again. The oldest first; one that cannot be copied is not tried again. */
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
    // A full disk says nothing of the video either, and the others would find it full as well.
    if (error instanceof StoreFull || isDiskFull(error)) {
      await count(next.attempts)
      log.warn({ err: error, file: next.id }, 'No room for a copy for guests')
      return false
    }
    // A bucket that is away has none of the others either.
    if (error instanceof BucketUnavailable) {
      await count(next.attempts)
      log.warn({ err: error, file: next.id }, 'The bucket is away: copies for guests wait')
      return false
    }
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ err: error, file: next.id }, 'A copy for guests could not be made now')
    return true
  }
  // A server that stops ends the work; that says nothing of the video.
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
    const stored = await files.keep(await files.receive(copy.bytes, 2 * limits.videoBytes))
    const added = await db
      .insertInto('rendition')
      .columns(['file_id', 'name', 'store_key', 'content_type', 'size', 'sha256', 'crc32', 'width', 'height'])
      // Not where the video was removed meanwhile.
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
