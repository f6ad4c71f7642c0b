import type { TeamRow } from './data.ts'

export function presentTeam({ id, name, members }: TeamRow) {
  return { id, type: 'team', attributes: { name, members: [...members] } }
}

/** Presents a team to its members, without addresses. */
export function presentMine({ id, name, members }: TeamRow) {
  return {
    id,
    type: 'team',
    attributes: { name, members: members.map(({ email: _email, ...member }) => member) },
  }
}
