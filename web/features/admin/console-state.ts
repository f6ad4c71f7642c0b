import { auditActions } from '#contract/admin/audit-actions.ts'
import { limits } from '#contract/limits.ts'
import { dayParam, idParam, pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'

export const tabs = ['accounts', 'teams', 'deleted', 'audit', 'keys', 'storage', 'system'] as const
export const roles = ['admin', 'surveyor'] as const
export const states = ['active', 'invited', 'disabled', 'deleted'] as const

/** State of the console. It lives in the URL so that reload and Back restore it. */
export interface ConsoleState {
  readonly tab: (typeof tabs)[number]
  readonly search: string
  readonly role: (typeof roles)[number] | null
  readonly state: (typeof states)[number] | null
  readonly page: number
  /** Account id that filters the audit log. */
  readonly account: string | null
  readonly action: (typeof auditActions)[number] | null
  readonly from: string | null
  readonly to: string | null
}

export type ChangeState = (change: Partial<ConsoleState>, options?: { replace?: boolean }) => void

export function stateOf(params: URLSearchParams): ConsoleState {
  return {
    tab: oneOf(tabs, params.get('tab')) ?? 'accounts',
    search: textParam(params, 'search', limits.searchMax),
    role: oneOf(roles, params.get('role')),
    state: oneOf(states, params.get('state')),
    page: pageParam(params),
    account: idParam(params, 'account'),
    action: oneOf(auditActions, params.get('action')),
    from: dayParam(params, 'from'),
    to: dayParam(params, 'to'),
  }
}

export function addressOf({ tab, ...others }: ConsoleState): string {
  return `/Adminconsole2${searchText({ tab: tab === 'accounts' ? null : tab, ...others })}`
}

/** Applies a change. Any change without a page goes to page 1. */
export function withChange(state: ConsoleState, change: Partial<ConsoleState>): ConsoleState {
  return { ...state, page: 1, ...change }
}

export function isRangeInvalid({ from, to }: Pick<ConsoleState, 'from' | 'to'>): boolean {
  return from !== null && to !== null && from > to
}

function oneOf<T extends string>(known: readonly T[], text: string | null): T | null {
  return known.find((one) => one === text) ?? null
}
