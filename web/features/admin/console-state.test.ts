import { expect, test } from 'vitest'
import { addressOf, isRangeInvalid, stateOf, withChange } from './console-state.ts'

const empty = stateOf(new URLSearchParams())
const account = '019b0000-0000-7000-8000-000000000000'

test('round-trips the state through the URL', () => {
  const chosen = {
    tab: 'audit',
    search: 'José & co',
    role: 'admin',
    state: 'invited',
    page: 3,
    account,
    action: 'role.changed',
    from: '2026-05-01',
    to: '2026-05-02',
  } as const
  const address = addressOf(chosen)
  expect(stateOf(new URLSearchParams(address.slice(address.indexOf('?'))))).toEqual(chosen)
  expect(addressOf(empty)).toBe('/Adminconsole2')
})

test('ignores unknown values in the URL', () => {
  const odd = 'tab=secrets&role=root&state=x&page=-1&account=1&action=drop&from=2026-02-31&to=tomorrow'
  expect(stateOf(new URLSearchParams(odd))).toEqual(empty)
})

test('goes to page 1 when a filter changes', () => {
  expect(withChange({ ...empty, page: 4 }, { search: 'x' })).toMatchObject({ page: 1, search: 'x' })
  expect(withChange(empty, { page: 4 }).page).toBe(4)
})

test('rejects a start date after the end date', () => {
  expect(isRangeInvalid({ from: '2026-05-02', to: '2026-05-01' })).toBe(true)
  expect(isRangeInvalid({ from: '2026-05-01', to: '2026-05-01' })).toBe(false)
  expect(isRangeInvalid({ from: '2026-05-02', to: null })).toBe(false)
})
