import { profile, sessions } from '#contract/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '#web/lib/query-client.ts'

export type Device = ReplyOf<typeof sessions>['data'][number]

export const profileQuery = reading(profile, {})
export const sessionsQuery = reading(sessions, {})

export function reloadSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [sessions.name] })
}
