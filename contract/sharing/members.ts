import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Email } from '../rules/email.ts'
import { SurveyRole } from '../surveys/surveys.ts'
import { Done, exactly, Id, record, single } from '../wire.ts'
import { Grant } from './teams.ts'

/** Roles that a survey can be shared with; the owner stays the owner. */
export const GrantedRole = z.enum(['editor', 'viewer'], 'members.roleInvalid')
export type GrantedRole = z.infer<typeof GrantedRole>

export const Member = z.object({
  email: z.string(),
  /** '' until they opened the survey, so that an address does not reveal whether it has an account. */
  name: z.string(),
  role: SurveyRole,
  state: z.enum(['owner', 'invited', 'joined']),
  added_at: z.string(),
  is_me: z.boolean(),
})

const OfSurvey = z.object({ id: Id })
const OneMember = z.object({ id: Id, member_id: Id })

/**
 * The owner first, then in the order of adding. The owner sees all; the others see the owner, themselves and
 * those who opened it. The owner's record has the survey's id.
 */
export const listMembers = endpoint({
  name: 'members.list',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/members',
  summary: 'Who has this survey: its owner, editors and viewers',
  access: 'surveyor',
  params: OfSurvey,
  reply: z.object({
    data: z.array(record(Member)),
    /** For the owner: who can open it through a team. */
    meta: z.object({ team: z.array(z.object({ name: z.string(), granted: Grant })) }),
  }),
  fails: ['survey.notFound'],
  offline: 'cache',
})

/**
 * The same reply whether or not the address has an account. Repeating it with another role changes the role.
 * Requires a confirmed address or number, because a mail is sent in the caller's name.
 */
export const addMember = endpoint({
  name: 'members.add',
  method: 'POST',
  path: '/bx_block_survey/users_survey/{id}/members',
  summary: 'Share a survey with another surveyor, for editing or for reading; a mail tells them',
  access: 'surveyor',
  params: OfSurvey,
  body: exactly({
    /** The member's id, if the device created it. */
    id: z.optional(Id),
    email: Email,
    role: GrantedRole,
  }),
  reply: single(Member),
  status: 201,
  fails: [
    'survey.notFound',
    'survey.ownerOnly',
    'member.yourself',
    'member.proveFirst',
    'member.tooMany',
    'id.taken',
    'request.tooMany',
  ],
  rates: [{ limit: limits.membersAddedPerHour, seconds: 3600, by: 'account' }],
})

export const changeMember = endpoint({
  name: 'members.change',
  method: 'PATCH',
  path: '/bx_block_survey/users_survey/{id}/members/{member_id}',
  summary: 'Make an editor a viewer, or a viewer an editor',
  access: 'surveyor',
  params: OneMember,
  body: exactly({ role: GrantedRole }),
  reply: single(Member),
  fails: ['survey.notFound', 'survey.ownerOnly', 'member.notFound'],
})

/** The owner removes any other member; the others remove only themselves, which means leaving. */
export const removeMember = endpoint({
  name: 'members.remove',
  method: 'DELETE',
  path: '/bx_block_survey/users_survey/{id}/members/{member_id}',
  summary: 'End somebody’s access to a survey at once, or leave it',
  access: 'surveyor',
  params: OneMember,
  reply: Done,
  fails: ['survey.notFound', 'survey.ownerOnly', 'member.notFound'],
})
