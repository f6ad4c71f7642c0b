import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { ListItem } from '../surveys/surveys.ts'
import { countParam, Done, exactly, Id, ListMeta, record, SearchText, single } from '../wire.ts'

/** Rights on the surveys of the other team members: none; read; also send back and accept; also edit. */
export const Grant = z.enum(['none', 'read', 'review', 'edit'], 'teams.grantInvalid')
export type Grant = z.infer<typeof Grant>

const TeamName = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.minLength(1, 'teams.nameMissing'),
    z.maxLength(limits.teamNameMax, 'teams.nameTooLong'),
  )

const TeamMember = z.object({ account_id: Id, name: z.string(), granted: Grant, is_disabled: z.boolean() })
const Team = z.object({
  name: z.string(),
  members: z.array(z.extend(TeamMember, { email: z.string() })),
})

const OneTeam = z.object({ id: Id })
const OneMember = z.object({ id: Id, account_id: Id })

export const listTeams = endpoint({
  name: 'teams.list',
  method: 'GET',
  path: '/admin/teams',
  summary: 'All teams by name, with their members and what each is granted',
  access: 'admin',
  reply: z.object({ data: z.array(record(Team)) }),
})

export const createTeam = endpoint({
  name: 'teams.create',
  method: 'POST',
  path: '/admin/teams',
  summary: 'Make a team, which has no members yet',
  access: 'admin',
  body: exactly({ name: TeamName }),
  reply: single(Team),
  status: 201,
  fails: ['team.tooMany'],
})

export const renameTeam = endpoint({
  name: 'teams.rename',
  method: 'PATCH',
  path: '/admin/teams/{id}',
  summary: 'Rename a team',
  access: 'admin',
  params: OneTeam,
  body: exactly({ name: TeamName }),
  reply: single(Team),
  fails: ['team.notFound'],
})

export const deleteTeam = endpoint({
  name: 'teams.delete',
  method: 'DELETE',
  path: '/admin/teams/{id}',
  summary: 'Dissolve a team: what its members were granted by it ends at once',
  access: 'admin',
  params: OneTeam,
  reply: Done,
  fails: ['team.notFound'],
})

/** Members whose surveys become readable are notified by mail. */
export const setTeamMember = endpoint({
  name: 'teams.setMember',
  method: 'PUT',
  path: '/admin/teams/{id}/members/{account_id}',
  summary: 'Put somebody into a team, or change what they are granted there',
  access: 'admin',
  params: OneMember,
  body: exactly({ granted: Grant }),
  reply: single(Team),
  fails: ['team.notFound', 'team.accountNotFound', 'team.full'],
})

export const removeTeamMember = endpoint({
  name: 'teams.removeMember',
  method: 'DELETE',
  path: '/admin/teams/{id}/members/{account_id}',
  summary: 'Take somebody out of a team: what they were granted by it ends at once',
  access: 'admin',
  params: OneMember,
  reply: single(Team),
  fails: ['team.notFound'],
})

/** The leaver's contributions to others' surveys stay there; the account stays unchanged. */
export const handOver = endpoint({
  name: 'teams.handOver',
  method: 'POST',
  path: '/admin/accounts/{id}/hand_over',
  summary: 'Give all surveys of a disabled account to another one',
  access: 'admin',
  params: OneTeam,
  body: exactly({ to: Id }),
  reply: z.object({ data: z.object({ surveys: z.number(), message: z.string() }) }),
  fails: ['team.accountNotFound', 'handOver.notDisabled', 'handOver.sameAccount'],
})

/** Every member sees the team's members and their rights, because it is their surveys that are read. */
export const myTeams = endpoint({
  name: 'teams.mine',
  method: 'GET',
  path: '/bx_block_survey/teams',
  summary: 'The teams that the caller is in',
  access: 'surveyor',
  keyLimits: false,
  reply: z.object({ data: z.array(record(z.object({ name: z.string(), members: z.array(TeamMember) }))) }),
})

/** `submitted`: not reviewed yet, or resubmitted; the others are as in the list. */
export const TeamState = z.enum(['started', 'submitted', 'sent_back', 'accepted'])
export type TeamState = z.infer<typeof TeamState>

export const teamSurveys = endpoint({
  name: 'teams.surveys',
  method: 'GET',
  path: '/bx_block_survey/team_surveys',
  summary: 'The surveys of those whose team lets the caller read them, the last edited first',
  access: 'surveyor',
  query: exactly({
    person: z.optional(Id),
    state: z.optional(TeamState),
    search_query: z._default(SearchText, ''),
    per_page: countParam(limits.teamPageSize, 1, limits.listPageSizeMax),
    page: countParam(1, 1, 1_000_000),
  }),
  reply: z.object({
    data: z.array(record(z.extend(ListItem, { owner_id: Id, may_review: z.boolean() }))),
    meta: z.extend(ListMeta, {
      /** All surveys that the caller may read, by state, ignoring the filter. */
      counts: z.record(TeamState, z.number()),
    }),
  }),
})
