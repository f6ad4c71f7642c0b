import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import { dropMissing, type ListPage, storePage } from './store-page.ts'
import { noteChecked, syncList } from './sync-list.ts'

/** Milliseconds between full checks when device and server find different numbers of surveys. */
const askAgainAfter = 20_000
let asked = 0

/**
 * Stores a page of the list that the server sent for the screen. `shown`: how many surveys the device found
 * for the same filter.
 */
export async function storeListPage(
  account: string,
  page: ListPage,
  before: ReadonlySet<string>,
  filter: SurveyFilter,
  shown: number | null,
): Promise<void> {
  const changed = await storePage(account, page, before)
  // A search may find a survey by an outdated name, so a missing one isn't gone. With several pages, an edit
  // may have moved it to another page.
  if (filter.search === '' && page.meta.total_pages <= 1) await dropMissing(account, page, before, filter)
  await noteChecked(account)
  if (changed || shown === null || shown === page.meta.total_count) return
  if (Math.abs(Date.now() - asked) < askAgainAfter) return
  asked = Date.now()
  await syncList(account)
}
