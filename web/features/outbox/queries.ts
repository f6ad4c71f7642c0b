import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { outbox } from '#contract/admin/outbox.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { type Filters, listQuery } from './filters.ts'

type Listed = ReplyOf<typeof outbox>
export type Message = Listed['data'][number]
export type Servers = Listed['meta']

const lookAgain = 3_000

/** Polls while a message is still being sent. */
export function messagesQuery(filters: Filters) {
  return queryOptions({
    ...reading(outbox, { query: listQuery(filters) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? lookAgain : false),
  })
}

function isMoving({ data, meta }: Listed): boolean {
  const moves = { email: meta.email_is_set_up, sms: meta.sms_is_set_up }
  return data.some(({ attributes: { status, channel } }) => status === 'queued' && moves[channel])
}

export function reloadMessages(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [outbox.name] })
}
