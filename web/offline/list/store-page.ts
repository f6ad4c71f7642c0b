import type { ReplyOf } from '#contract/endpoint.ts'
import { omitUndefined } from '#contract/omit-undefined.ts'
import { fitsFilter, newestFirst, type SurveyFilter } from '#contract/rules/survey-list.ts'
import type { listSurveys } from '#contract/surveys/surveys.ts'
import { accountRows } from '../store/account-rows.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { forgetSurvey } from '../store/forget-survey.ts'
import type { ListedRow } from '../store/rows.ts'

export type ListPage = ReplyOf<typeof listSurveys>

/** Returns the ids in the device's list before a request, because the reply doesn't know later ones. */
export async function listedIds(account: string): Promise<ReadonlySet<string>> {
  const keys = await onDevice(() => accountRows(db.listed, account).primaryKeys())
  return new Set(keys.map(([, id]) => id))
}

/** Stores one page in the device's list. Returns whether it contains anything new. */
export async function storePage(
  account: string,
  { data }: ListPage,
  before: ReadonlySet<string>,
): Promise<boolean> {
  const changed = await onDevice(() =>
    db.transaction('rw', [db.listed, db.copies], async () => {
      const known = await db.listed.bulkGet(data.map(({ id }): [string, string] => [account, id]))
      const rows = data.flatMap(({ id, attributes: item }, place): ListedRow[] => {
        const row = known[place]
        // Deleted on this device during the request.
        if (!row && before.has(id)) return []
        if (row && !row.doubted && (row.item.last_edited > item.last_edited || isSame(row, item))) return []
        return [{ account, id, item }]
      })
      const stored = new Map(known.map((row) => [row?.id, row]))
      const isNew = rows.some(({ id, item }) => !isSame(stored.get(id), item, withoutAddress))
      await db.listed.bulkPut(rows)
      const handed = rows.filter(({ id, item }) => {
        const before = stored.get(id)
        return before !== undefined && before.item.my_role !== item.my_role
      })
      for (const row of handed) await takeRole(row)
      return { any: rows.length > 0, isNew, handed }
    }),
  )
  if (changed.any) publish(account, { kind: 'listed' })
  for (const { id } of changed.handed) publish(account, { kind: 'changed', survey: id })
  return changed.isNew
}

/**
 * Updates the role in the copy, because it may have changed since the copy was read. Call inside a
 * transaction over copies.
 */
async function takeRole({ account, id, item: { my_role } }: ListedRow): Promise<void> {
  const known = await db.copies.get([account, id])
  if (!known || known.head.my_role === my_role) return
  // Owners don't review their own surveys.
  const { may_review, ...others } = known.head
  const head = { ...others, my_role, ...(my_role !== 'owner' && { may_review }) }
  await db.copies.update([account, id], { head: omitUndefined(head) })
}

type Item = ListedRow['item']

function isSame(row: ListedRow | undefined, other: Item, as = (item: Item): object => item): boolean {
  if (!row || row.gone) return false
  const known = new Map(Object.entries(as(row.item)))
  return Object.entries(as(other)).every(
    ([key, value]) => JSON.stringify(known.get(key)) === JSON.stringify(value),
  )
}

/** Ignores the photo's address, which is signed again every half hour. */
function withoutAddress({ first_photo, ...item }: Item): object {
  return { ...item, first_photo: first_photo && [first_photo.id, first_photo.drawn_at] }
}

/**
 * Removes surveys that the server no longer lists between the first and the last of a page, newest first.
 * Surveys between two pages stay, because they may have moved.
 */
export async function dropMissing(
  account: string,
  { data, meta }: ListPage,
  before: ReadonlySet<string>,
  filter: SurveyFilter,
): Promise<void> {
  const there = new Set(data.map(({ id }) => id))
  const [first, last] = [data[0], data.at(-1)].map((one) => one && orderOf(one.id, one.attributes))
  const isLast = meta.current_page >= meta.total_pages
  const rows = await onDevice(() => rowsOf(account))
  for (const { id, item, gone } of rows) {
    // `dropGoneSurveys` handles surveys that are already marked as gone.
    if (there.has(id) || gone || !before.has(id) || !fitsFilter(item, filter)) continue
    const at = orderOf(id, item)
    const isBehindFirst = meta.current_page === 1 || (first !== undefined && newestFirst(first, at) < 0)
    const isBeforeLast = isLast || (last !== undefined && newestFirst(at, last) < 0)
    if (isBehindFirst && isBeforeLast) await forgetSurvey(account, id)
  }
}

export function rowsOf(account: string): Promise<ListedRow[]> {
  return accountRows(db.listed, account).toArray()
}

function orderOf(id: string, { date_created }: ListedRow['item']) {
  return { id, date_created }
}
