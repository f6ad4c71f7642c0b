import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { myTeams, TeamState, teamSurveys } from '#contract/sharing/teams.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { idParam, pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'

export type TeamSurvey = ReplyOf<typeof teamSurveys>['data'][number]
export type MyTeam = ReplyOf<typeof myTeams>['data'][number]

/** Filters of the list. They live in the URL so that reload and Back restore them. */
export interface TeamFilters {
  readonly search: string
  /** An account id. */
  readonly person: string | null
  readonly state: TeamState | null
  readonly page: number
}

export function filtersOf(params: URLSearchParams): TeamFilters {
  return {
    search: textParam(params, 'search', limits.searchMax),
    person: idParam(params, 'person'),
    state: TeamState.options.find((one) => one === params.get('state')) ?? null,
    page: pageParam(params),
  }
}

export function addressOf({ search, person, state, page }: TeamFilters): string {
  return `/Team${searchText({ search, person, state, page })}`
}

/** Keeps the previous page visible while the next one loads. */
export function teamQuery({ search, person, state, page }: TeamFilters) {
  const query = {
    search_query: search.trim(),
    page: String(page),
    ...(person ? { person } : {}),
    ...(state ? { state } : {}),
  }
  return queryOptions({
    ...reading(teamSurveys, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const myTeamsQuery = queryOptions({ ...reading(myTeams, {}), staleTime: 0 })

/** Names by id of team members whose surveys the account may open. */
export function peopleOf(teams: readonly MyTeam[], account: string): ReadonlyMap<string, string> {
  const open = teams.filter(({ attributes: { members } }) =>
    members.some(({ account_id, granted }) => account_id === account && granted !== 'none'),
  )
  const others = open.flatMap(({ attributes: { members } }) =>
    members.filter(({ account_id }) => account_id !== account),
  )
  return new Map(others.map(({ account_id, name }) => [account_id, name]))
}
