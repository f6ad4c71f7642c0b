import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { Grant, listTeams } from '#contract/teams.ts'
import { queryClient, reading } from '#web/lib/query-client.ts'
import { say } from '#web/lib/say.ts'

export type Team = ReplyOf<typeof listTeams>['data'][number]
export type TeamMember = Team['attributes']['members'][number]

export const teamsQuery = queryOptions({ ...reading(listTeams, {}), staleTime: 0 })

export function reloadTeams(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [listTeams.name] })
}

const words = {
  none: 'teams.ownOnly',
  read: 'teams.read',
  review: 'teams.review',
  edit: 'teams.edit',
} as const

export function grantChoices() {
  return Grant.options.map((value) => ({ value, label: say(words[value]) }))
}

export function grantIn(text: string): Grant {
  return Grant.options.find((one) => one === text) ?? 'none'
}
