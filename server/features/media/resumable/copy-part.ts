import { createReadStream } from 'node:fs'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import { StoreUnavailable } from '#server/files/store.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import { findPart, unknownParts } from './data.ts'
import { partPath, removePart } from './store.ts'

interface Asking {
  readonly db: Db
  readonly account: { readonly id: string }
  readonly context: Context
  readonly now: Date
}

/**
 * Copies a received part to a temporary file for a preparation; null if this account has no such part. `copied`
 * collects every copy as it is made, so that the caller can drop them.
 */
export async function copyPart(
  { db, account, context, now }: Asking,
  id: string,
  as: Pick<ReceivedFile, 'part' | 'filename'>,
  copied: ReceivedFile[],
): Promise<ReceivedFile | null> {
  if (!(await findPart(db, account.id, id, now))) return null
  try {
    const bytes = await context.files.receive(createReadStream(partPath(context, id)), limits.videoBytes)
    const file = { ...as, bytes }
    copied.push(file)
    return file
  } catch (error) {
    if (isNoSuchFile(error)) return null
    throw error instanceof StoreUnavailable
      ? error
      : new StoreUnavailable('What arrived cannot be read', { cause: error })
  }
}

/**
 * Removes parts after the commit. A part that still has a row belongs to another upload and stays. The next
 * cleanup removes leftovers.
 */
export async function removeReceived(context: Context, ids: readonly string[]): Promise<void> {
  try {
    for (const id of await unknownParts(context.db, ids)) await removePart(context, id)
  } catch (error) {
    context.log.warn({ err: error }, 'What arrived in parts could not be removed')
  }
}
