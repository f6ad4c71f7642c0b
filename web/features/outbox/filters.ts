import { limits } from '#contract/limits.ts'
import { pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'

export const channels = ['email', 'sms'] as const
export const states = ['queued', 'sent', 'failed'] as const

/** Filters of the message list. They live in the URL so that reload and Back restore them. */
export interface Filters {
  readonly to: string
  readonly channel: (typeof channels)[number] | ''
  readonly status: (typeof states)[number] | ''
  readonly page: number
}

export const noFilters: Filters = { to: '', channel: '', status: '', page: 1 }

export function filtersOf(params: URLSearchParams): Filters {
  return {
    to: textParam(params, 'to', limits.searchMax),
    channel: channels.find((one) => one === params.get('channel')) ?? '',
    status: states.find((one) => one === params.get('status')) ?? '',
    page: pageParam(params),
  }
}

export function addressOf(filters: Filters): string {
  return `/Emaildeliverability${searchText({ ...filters })}`
}

export function isFiltering({ to, channel, status }: Filters): boolean {
  return to.trim() !== '' || channel !== '' || status !== ''
}

export function listQuery({ to, channel, status, page }: Filters) {
  return {
    to: to.trim(),
    page: String(page),
    ...(channel === '' ? {} : { channel }),
    ...(status === '' ? {} : { status }),
  }
}
