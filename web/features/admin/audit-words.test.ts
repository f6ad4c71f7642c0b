import { expect, test } from 'vitest'
import { detailText, whatText, whereText, whichText, whoText } from './audit-words.ts'

const entry = {
  at: '2026-05-01T10:20:30Z',
  action: 'role.changed',
  account_id: 'a1',
  account_name: 'Ada Rivera',
  target_type: 'account',
  target_id: 'a2',
  target_name: 'Nell Vance',
  target_owner: null,
  address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  detail: { to: 'admin', from: 'surveyor' },
}

test('an entry in words', () => {
  expect([whatText(entry), whoText(entry), whichText(entry), whereText(entry), detailText(entry)]).toEqual([
    'Role changed',
    'Ada Rivera',
    'Nell Vance',
    '203.0.113.7, Chrome on Linux',
    'Surveyor → Administrator',
  ])
})

test('what is gone or not known yet is told as it is', () => {
  expect(whoText({ ...entry, account_name: null })).toBe('Deleted account a1')
  expect(whoText({ ...entry, account_id: null, account_name: null })).toBe('Nobody signed in')
  expect(whichText({ ...entry, target_name: null })).toBe('Deleted account a2')
  expect(whichText({ ...entry, target_type: '', target_id: '', target_name: null })).toBe('')
  expect(whatText({ ...entry, action: 'moon.landed' })).toBe('moon.landed')
  expect(detailText({ ...entry, action: 'access.denied', detail: { why: 'access.denied' } })).toBe('')
  expect(detailText({ ...entry, detail: { what: 'pdf', again: true } })).toBe('what: pdf, again: true')
  expect(whereText({ ...entry, address: '', user_agent: '' })).toBe('')
})

test('records are named by people, with as much of an id as tells one from another', () => {
  const id = '019b0000-0000-7000-8000-0000000fc0de'
  const survey = { ...entry, target_type: 'survey', target_id: id, target_name: null }
  expect(whichText({ ...survey, target_owner: 'Sam Rivera' })).toBe('Survey of Sam Rivera …0fc0de')
  expect(whichText(survey)).toBe('Survey …0fc0de')
  expect(whichText({ ...survey, target_type: 'message' })).toBe('Message …0fc0de')
  expect(whichText({ ...survey, target_type: 'call', target_id: 'admin.listAccounts' })).toBe(
    'Call admin.listAccounts',
  )
  expect(whoText({ ...entry, account_id: id, account_name: null })).toBe('Deleted account …0fc0de')
})
