import type { TeamRow } from './data.ts'

export function presentTeam({ id, name, members }: TeamRow) {
  return { id, type: 'team', attributes: { name, members: [...members] } }
}

/** For who is in it: addresses are the office's to know. */
export function presentMine({ id, name, members }: TeamRow) {
  return {
    id,
    type: 'team',
    attributes: { name, members: members.map(({ email: _email, ...member }) => member) },
  }
}
