import { createTeam, type Grant, setTeamMember } from '#contract/sharing/teams.ts'
import type { MadeAccount } from './make.ts'

/** Creates a team as an admin; returns its id. */
export async function makeTeam(
  admin: MadeAccount,
  members: readonly (readonly [MadeAccount, Grant])[],
  name = 'North',
): Promise<string> {
  const { body } = await admin.api.call(createTeam, { body: { name } })
  for (const [member, granted] of members) await setGrant(admin, body.data.id, member, granted)
  return body.data.id
}

export function setGrant(admin: MadeAccount, id: string, member: Pick<MadeAccount, 'id'>, granted: Grant) {
  return admin.api.call(setTeamMember, { params: { id, account_id: member.id }, body: { granted } })
}
