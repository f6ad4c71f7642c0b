import { profile, sessions } from '#contract/accounts/accounts.ts'
import { photo } from '#contract/accounts/profile.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { storeCompany, storeName, storePhoto } from '#web/lib/session/session.ts'

export type Device = ReplyOf<typeof sessions>['data'][number]
export type Profile = ReplyOf<typeof profile>

export const profileQuery = reading(profile, {})
export const sessionsQuery = reading(sessions, {})

export function reloadSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [sessions.name] })
}

/** Caches a changed profile for the header and for offline use. */
export function cacheProfile({ data, meta: { role } }: Profile): void {
  const { first_name, last_name, company_name, photo: shown } = data.attributes
  queryClient.setQueryData(profileQuery.queryKey, { data, meta: { role } })
  queryClient.setQueryData(reading(photo, {}).queryKey, {
    data: { ...data, attributes: { photo: shown, company_name } },
  })
  storeName(first_name, last_name)
  storePhoto(shown?.url ?? null)
  storeCompany(company_name)
}
