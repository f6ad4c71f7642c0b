import { queryOptions } from '@tanstack/react-query'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { call } from '#web/lib/http/call.ts'
import { ReadFailed, reading } from '#web/lib/http/query-client.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { readDeviceList } from '#web/offline/list/device-list.ts'
import { storeListPage } from '#web/offline/list/store-list-page.ts'
import { type ListPage, listedIds } from '#web/offline/list/store-page.ts'
import { type Filters, listQuery, matchingSurveys } from './filters.ts'

/** Retry interval in milliseconds while the server is unreachable. */
const retryInterval = 20_000

/** Reads a page from the server and stores it in the device's list before the screen renders it. */
export function surveysQuery(account: string, filters: Filters, filter: SurveyFilter) {
  const query = listQuery(filters, ownTimeZone())
  return queryOptions({
    queryKey: [listSurveys.name, account, query],
    queryFn: async ({ signal }): Promise<ListPage> => {
      const before = await listedIds(account)
      const result = await call(listSurveys, { query }, { signal })
      if (!result.ok) throw new ReadFailed(result)
      const list = await readDeviceList(account)
      const synced = list.surveys.filter(({ state }) => state === 'on the server')
      const shown = list.whole ? matchingSurveys(synced, filter).length : null
      await storeListPage(account, result.reply, before, filter, shown)
      return result.reply
    },
    staleTime: 0,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryInterval : false),
  })
}

export const templatesQuery = reading(listTemplates, {})
