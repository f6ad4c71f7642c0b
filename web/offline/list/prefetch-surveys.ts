import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { accountRows } from '../store/account-rows.ts'
import { db, onDevice } from '../store/database.ts'
import { dropPrefetched } from '../store/forget-survey.ts'
import type { ListedRow } from '../store/rows.ts'
import { rowsOf } from './store-page.ts'

/** Users look up what was edited lately. */
const surveysAtMost = 30
const bytesAtMost = 24 * 1024 * 1024

/**
 * Downloads the last edited surveys one after another, so that they can be read and searched offline. Earlier
 * prefetched surveys that are no longer among them are removed unless they were opened. `mayGoOn` is asked
 * before each.
 */
export async function prefetchSurveys(account: string, mayGoOn: () => Promise<boolean>): Promise<void> {
  const listed = await onDevice(() => rowsOf(account))
  const wanted = lastEdited(listed)
  let left = bytesAtMost
  for (const { id, item } of wanted) {
    const known = await onDevice(() => db.copies.get([account, id]))
    if (!known || known.head.last_edited < item.last_edited) {
      if (left <= 0 || !(await mayGoOn())) return
      const brought = await fetchSurvey(account, id, { ahead: true })
      if (!brought.ok && brought.status === 0) return
    }
    left -= await sizeOf(account, id)
  }
  await dropOthers(account, new Set(wanted.map(({ id }) => id)))
}

/** Returns the last edited surveys, latest first. */
export function lastEdited(listed: readonly ListedRow[]): readonly ListedRow[] {
  return [...listed]
    .filter(({ gone }) => !gone)
    .sort((a, b) => (a.item.last_edited < b.item.last_edited ? 1 : -1))
    .slice(0, surveysAtMost)
}

/** Approximate bytes, without the database's overhead. */
async function sizeOf(account: string, survey: string): Promise<number> {
  const parts = await onDevice(() => db.subSections.where({ account, survey }).toArray())
  return parts.reduce((sum, { answers }) => sum + JSON.stringify(answers).length, 0)
}

async function dropOthers(account: string, wanted: ReadonlySet<string>): Promise<void> {
  const rows = await onDevice(() => accountRows(db.copies, account).toArray())
  for (const { id, ahead } of rows) if (ahead && !wanted.has(id)) await dropPrefetched(account, id)
}
