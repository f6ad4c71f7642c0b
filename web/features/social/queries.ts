import { socialAccounts, socialProviders } from '#contract/accounts/social.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'

export type Joined = ReplyOf<typeof socialAccounts>['data'][number]

export const providersQuery = reading(socialProviders, {})
export const joinedQuery = reading(socialAccounts, {})

export function reloadJoined(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [socialAccounts.name] })
}
