import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { listDeleted } from '#contract/surveys/surveys-deleted.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { listItemFrom } from './list-item.ts'

type Item = ReplyOf<typeof listDeleted>['data'][number]

/** A deleted survey in the server's format. */
export type DeletedItem = Item['attributes'] & { readonly id: string }

/** The device's list of the account's deleted surveys. */
export interface DeletedCopy {
  /** Last time the server was asked; null = never. */
  readonly checkedAt: string | null
  readonly items: readonly DeletedItem[]
  /** Number of changes by this device. A reply requested before the latest one is outdated. */
  readonly changes: number
}

const nothing: DeletedCopy = { checkedAt: null, items: [], changes: 0 }
const day = 24 * 3_600_000
/** Attempts, in case surveys are deleted while the server is asked. */
const tries = 5

/** Updates the device's list of deleted surveys. Returns the failure if the server was not reached. */
export async function syncDeletedSurveys(account: string): Promise<Failure | null> {
  for (let tried = 0; tried < tries; tried++) {
    const { changes } = await readDeleted(account)
    const read = await readPages()
    if (!('items' in read)) return read
    // Store nothing after a logout.
    if (currentSession()?.userId !== account) return null
    const taken = await onDevice(() =>
      db.transaction('rw', db.kept, async () => {
        if ((await readDeletedInTransaction(account)).changes !== changes) return false
        await put(account, { ...read, checkedAt: new Date().toISOString(), changes })
        return true
      }),
    )
    if (taken) break
  }
  publish(account, { kind: 'listed' })
  return null
}

async function readPages(): Promise<{ readonly items: readonly DeletedItem[] } | Failure> {
  const found = new Map<string, DeletedItem>()
  for (let page = 1; ; page++) {
    const query = { per_page: String(limits.listPageSizeMax), page: String(page) }
    const result = await call(listDeleted, { query })
    if (!result.ok) return result
    for (const { id, attributes } of result.reply.data) found.set(id, { id, ...attributes })
    if (page >= result.reply.meta.total_pages) return { items: [...found.values()] }
  }
}

export function readDeleted(account: string): Promise<DeletedCopy> {
  return onDevice(() => readDeletedInTransaction(account))
}

/** Call inside a transaction over `kept`. */
export async function readDeletedInTransaction(account: string): Promise<DeletedCopy> {
  const row = await db.kept.get([account, 'deleted'])
  return (row?.value as DeletedCopy | undefined) ?? nothing
}

async function put(account: string, value: DeletedCopy): Promise<void> {
  await db.kept.put({ account, id: 'deleted', value })
}

/** Adds a survey that the server just deleted. Call inside the acknowledging transaction. */
export async function addToDeleted(account: string, survey: string): Promise<void> {
  const listed = (await db.listed.get([account, survey]))?.item
  const head = (await db.copies.get([account, survey]))?.head
  const item = listed ?? (head && listItemFrom(head))
  const known = await readDeletedInTransaction(account)
  const others = known.items.filter(({ id }) => id !== survey)
  const now = Date.now()
  const own: DeletedItem[] = item
    ? [
        {
          ...item,
          id: survey,
          deleted_at: new Date(now).toISOString(),
          restorable_until: new Date(now + limits.restoreDays * day).toISOString(),
        },
      ]
    : []
  await put(account, { ...known, items: [...own, ...others], changes: known.changes + 1 })
}

/** Removes a survey that was restored or permanently deleted. Call inside the acknowledging transaction. */
export async function removeFromDeleted(account: string, survey: string): Promise<void> {
  const known = await readDeletedInTransaction(account)
  await put(account, {
    ...known,
    items: known.items.filter(({ id }) => id !== survey),
    changes: known.changes + 1,
  })
}
