import { queryOptions } from '@tanstack/react-query'
import { apiKeys } from '#contract/accounts/api-keys.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { myTeams } from '#contract/sharing/teams.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'

export type ApiKey = ReplyOf<typeof apiKeys>['data'][number]

export const keysQuery = queryOptions({ ...reading(apiKeys, {}), staleTime: 0 })
export const teamsQuery = reading(myTeams, {})
export const templatesQuery = reading(listTemplates, {})

export function reloadKeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [apiKeys.name] })
}
