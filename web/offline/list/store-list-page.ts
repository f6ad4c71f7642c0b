import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import { keepList, noteChecked } from './keep-list.ts'
import { dropMissing, type ListPage, storePage } from './store-page.ts'

/** The rules of the list may find what the server does not: then this device knows something wrong. */
const askAgainAfter = 20_000
let asked = 0

/**
 * A page that a person looks at has come from the server: the device's list learns from it. `shown` is what the
 * device found for the same question before.
 */
export async function storeListPage(
  account: string,
  page: ListPage,
  before: ReadonlySet<string>,
  filter: SurveyFilter,
  shown: number | null,
): Promise<void> {
  const changed = await storePage(account, page, before)
  // By a name that was changed elsewhere the device finds what the server does not: that is not gone. Of several pages
  // something may have moved from one to the other with an edit.
  if (filter.search === '' && page.meta.total_pages <= 1) await dropMissing(account, page, before, filter)
  await noteChecked(account)
  if (changed || shown === null || shown === page.meta.total_count) return
  if (Math.abs(Date.now() - asked) < askAgainAfter) return
  asked = Date.now()
  await keepList(account)
}
