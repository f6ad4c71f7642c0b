import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { type ListMark, readAccountValue, storeAccountValue } from '../store/account-values.ts'
import { publish } from '../store/bus.ts'
import { onDevice } from '../store/database.ts'
import { dropGoneSurveys } from '../store/forget-survey.ts'
import { dropMissing, type ListPage, listedIds, rowsOf, storePage } from './store-page.ts'

/** Milliseconds between complete reads, for changes that are no edits, such as a new name in a profile. */
const wholeEvery = 12 * 3_600_000

const everything = { search: '', from: null, before: null }

/**
 * Updates the device's list: reads the latest edits until nothing is new. If the counts differ then, surveys
 * were removed or handed over, and the whole list is read. Returns false if the server was not reached.
 */
export async function syncList(account: string, now = Date.now()): Promise<boolean> {
  const mark = await readAccountValue(account, 'list')
  const recent = mark && Math.abs(now - Date.parse(mark.wholeAt)) < wholeEvery
  const meta = recent ? await readEdited(account) : null
  if (recent && meta === null) return false
  const agrees = meta !== null && (await isAsCounted(account, meta))
  if (!agrees && !(await readWhole(account))) return false
  await dropGoneSurveys(account)
  const checkedAt = new Date(now).toISOString()
  await keepMark(account, { checkedAt, wholeAt: agrees && mark ? mark.wholeAt : checkedAt })
  return true
}

/** Records that a page of the list just arrived, if the device has the whole list. */
export async function noteChecked(account: string): Promise<void> {
  const mark = await readAccountValue(account, 'list')
  if (mark) await keepMark(account, { ...mark, checkedAt: new Date().toISOString() })
}

async function keepMark(account: string, mark: ListMark): Promise<void> {
  await storeAccountValue(account, 'list', mark)
  publish(account, { kind: 'listed' })
}

/**
 * Compares the counts, without surveys kept only for unsent changes. Older servers don't count owned surveys.
 */
async function isAsCounted(
  account: string,
  { total_count, owned_count }: ListPage['meta'],
): Promise<boolean> {
  const listed = (await onDevice(() => rowsOf(account))).filter(({ gone }) => !gone)
  const owned = listed.filter(({ item: { my_role = 'owner' } }) => my_role === 'owner').length
  return listed.length === total_count && owned === (owned_count ?? owned)
}

/** Returns the server's counts, or null if it was not reached. */
async function readEdited(account: string): Promise<ListPage['meta'] | null> {
  for (let page = 1; ; page++) {
    const before = await listedIds(account)
    const reply = await readPage(account, page, 'edited')
    if (!reply) return null
    const changed = await storePage(account, reply, before)
    if (!changed || page >= reply.meta.total_pages) return reply.meta
  }
}

async function readWhole(account: string): Promise<boolean> {
  for (let page = 1; ; page++) {
    const before = await listedIds(account)
    const reply = await readPage(account, page, 'created')
    if (!reply) return false
    await storePage(account, reply, before)
    await dropMissing(account, reply, before, everything)
    if (page >= reply.meta.total_pages) return true
  }
}

async function readPage(
  account: string,
  page: number,
  order: 'created' | 'edited',
): Promise<ListPage | null> {
  const query = { per_page: String(limits.listPageSizeMax), page: String(page), order }
  const result = await call(listSurveys, { query })
  // Store nothing after a logout.
  return result.ok && currentSession()?.userId === account ? result.reply : null
}
