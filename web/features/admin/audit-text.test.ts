import { describe, expect, test } from 'vitest'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { actionText, actorText, detailText, originText, recordText } from './audit-text.ts'

/** @alone: it switches the language. */

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

test('describes an entry', () => {
  expect([
    actionText(entry),
    actorText(entry),
    recordText(entry),
    originText(entry),
    detailText(entry),
  ]).toEqual([
    'Role changed',
    'Ada Rivera',
    'Nell Vance',
    '203.0.113.7, Chrome on Linux',
    'Surveyor → Administrator',
  ])
})

test('shows unknown and deleted items by their raw names', () => {
  expect(actorText({ ...entry, account_name: null })).toBe('Deleted account a1')
  expect(actorText({ ...entry, account_id: null, account_name: null })).toBe('Not signed in')
  expect(recordText({ ...entry, target_name: null })).toBe('Deleted account a2')
  expect(recordText({ ...entry, target_type: '', target_id: '', target_name: null })).toBe('')
  expect(actionText({ ...entry, action: 'moon.landed' })).toBe('moon.landed')
  expect(detailText({ ...entry, action: 'access.denied', detail: { why: 'access.denied' } })).toBe('')
  expect(detailText({ ...entry, detail: { moon: 'full' } })).toBe('moon: full')
  expect(detailText({ ...entry, detail: { what: 'pdf', again: true } })).toBe('What: PDF, Again: yes')
  expect(originText({ ...entry, address: '', user_agent: '' })).toBe('')
})

test('names a record by its person and a short id', () => {
  const id = '019b0000-0000-7000-8000-0000000fc0de'
  const survey = { ...entry, target_type: 'survey', target_id: id, target_name: null }
  expect(recordText({ ...survey, target_owner: 'Sam Rivera' })).toBe('Survey of Sam Rivera …0fc0de')
  expect(recordText(survey)).toBe('Survey …0fc0de')
  expect(recordText({ ...survey, target_type: 'message' })).toBe('Message …0fc0de')
  expect(recordText({ ...survey, target_type: 'call', target_id: 'admin.listAccounts' })).toBe(
    'Call admin.listAccounts',
  )
  expect(actorText({ ...entry, account_id: id, account_name: null })).toBe('Deleted account …0fc0de')
})

describe('translates entries to Spanish', () => {
  test('translates names, values and records, and shortens ids', () => {
    speakSpanish()
    const id = '019b0000-0000-7000-8000-0000000fc0de'
    expect(detailText({ ...entry, detail: { what: 'password', by: 'guest', again: true } })).toBe(
      'Qué: contraseña, Mediante: invitado, De nuevo: sí',
    )
    expect(detailText({ ...entry, detail: { name: 'none', granted: 'none' } })).toBe(
      'Nombre: none, Acceso: solo sus inspecciones',
    )
    expect(detailText({ ...entry, detail: { from: id, to: id } })).toBe('…0fc0de → …0fc0de')
    expect(detailText({ ...entry, detail: { to: id, surveys: 2 } })).toBe('Inspecciones: 2, A: …0fc0de')
    expect(recordText({ ...entry, target_type: 'custom_form', target_id: id, target_name: null })).toBe(
      'Plantilla …0fc0de',
    )
  })
})
