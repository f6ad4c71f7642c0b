import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { Grant, listTeams } from '#contract/sharing/teams.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { grantText } from '#web/lib/language/grant-text.ts'

export type Team = ReplyOf<typeof listTeams>['data'][number]
export type TeamMember = Team['attributes']['members'][number]

export const teamsQuery = queryOptions({ ...reading(listTeams, {}), staleTime: 0 })

export function reloadTeams(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [listTeams.name] })
}

export function grantChoices() {
  return Grant.options.map((value) => ({ value, label: grantText(value) }))
}

export function parseGrant(text: string): Grant {
  return Grant.options.find((one) => one === text) ?? 'none'
}
