import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { auditLog, listAccounts, storageUse } from '#contract/admin/admin.ts'
import { deletedSurveys, systemState } from '#contract/admin/admin-system.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/http/call.ts'
import { queryClient, ReadFailed, reading } from '#web/lib/http/query-client.ts'
import { filterDate, ownTimeZone } from '#web/lib/language/format.ts'
import type { ConsoleState } from './console-state.ts'

export type ListedAccount = ReplyOf<typeof listAccounts>['data'][number]
export type AuditEntry = ReplyOf<typeof auditLog>['data'][number]

export type DeletedSurvey = ReplyOf<typeof deletedSurveys>['data'][number]

/** Keeps the previous page visible while the next one loads. */
export function accountsQuery({ search, role, state, page }: ConsoleState) {
  const query = {
    search_query: search.trim(),
    page: String(page),
    per_page: String(limits.adminPageSize),
    ...(role ? { role } : {}),
    ...(state ? { state } : {}),
  }
  return queryOptions({
    ...reading(listAccounts, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function reloadAccounts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [listAccounts.name] })
}

/** Accounts to choose from: up to 10 that match the search text or id. */
export function choicesQuery(search: string) {
  return reading(listAccounts, { query: { search_query: search.trim(), per_page: '10' } })
}

/** Cursor pages of the audit log. */
export function auditQuery({ account, action, from, to }: ConsoleState) {
  const filter = {
    time_zone: ownTimeZone(),
    ...(account ? { account_id: account } : {}),
    ...(action ? { action } : {}),
    ...(from ? { start_date: filterDate(from) } : {}),
    ...(to ? { end_date: filterDate(to) } : {}),
  }
  return {
    queryKey: [auditLog.name, filter],
    staleTime: 0,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) => {
      const query = { ...filter, ...(pageParam ? { before: pageParam } : {}) }
      const result = await call(auditLog, { query }, { signal })
      if (!result.ok) throw new ReadFailed(result)
      return result.reply
    },
    getNextPageParam: (last: ReplyOf<typeof auditLog>) => last.meta.next,
  }
}

export function deletedQuery({ page }: ConsoleState) {
  const query = { page: String(page), per_page: String(limits.adminPageSize) }
  return queryOptions({
    ...reading(deletedSurveys, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function reloadDeleted(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [deletedSurveys.name] })
}

export const systemQuery = queryOptions({ ...reading(systemState, {}), staleTime: 0 })
export const storageQuery = queryOptions({ ...reading(storageUse, {}), staleTime: 0 })
