import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listForms } from '#contract/templates/custom-forms.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { queryClient, ReadFailed, reading } from '#web/lib/http/query-client.ts'
import { type Filters, listQuery } from './filters.ts'

export type Form = ReplyOf<typeof listForms>['data'][number]

export function formsQuery(filters: Filters) {
  return queryOptions({
    ...reading(listForms, { query: listQuery(filters) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Invalidates everything read about templates, including those for new surveys. */
export async function reloadForms(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      String(name).startsWith('customForms.') || name === listTemplates.name,
  })
}

/** Whether the caller may not make templates. Other errors are failures to show. */
export function isDenied(error: unknown): boolean {
  return error instanceof ReadFailed && error.failure.status === 403
}
