import { expect, test } from 'vitest'
import type { Grant } from '#contract/sharing/teams.ts'
import { addressOf, filtersOf, type MyTeam, peopleOf } from './queries.ts'

const team = (id: string, members: readonly (readonly [string, Grant])[]): MyTeam => ({
  ...{ id, type: 'team' },
  attributes: {
    name: id,
    members: members.map(([account_id, granted]) => ({
      ...{ account_id, granted, name: `Name of ${account_id}`, is_disabled: false },
    })),
  },
})

test('lists each person whose surveys may be opened once', () => {
  const teams = [
    team('north', [
      ['me', 'review'],
      ['sam', 'none'],
      ['tom', 'edit'],
    ]),
    team('south', [
      ['me', 'none'],
      ['eve', 'edit'],
    ]),
    team('west', [
      ['me', 'read'],
      ['sam', 'none'],
    ]),
  ]
  expect([...peopleOf(teams, 'me')]).toEqual([
    ['sam', 'Name of sam'],
    ['tom', 'Name of tom'],
  ])
  expect([...peopleOf(teams, 'sam')]).toEqual([])
})

test('keeps filters in the URL and ignores unknown values', () => {
  const person = '01a210a6-3500-777e-9844-52ad012c24e0'
  const filters = { search: 'oak', person, state: 'submitted', page: 2 } as const
  const address = addressOf(filters)
  expect(address).toBe(`/Team?search=oak&person=${person}&state=submitted&page=2`)
  expect(filtersOf(new URL(address, 'http://x').searchParams)).toEqual(filters)
  expect(filtersOf(new URLSearchParams('person=me&state=gone&page=-1'))).toEqual({
    ...{ search: '', person: null, state: null, page: 1 },
  })
})
