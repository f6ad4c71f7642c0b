import { expect, test } from 'vitest'
import { type Known, mappingFaults } from './mapping.ts'

const known: Known = {
  screens: ['/', '/profile'],
  calls: new Map([
    ['GET /profile/profile', 'accounts.profile'],
    ['DELETE /login/sessions/{}', 'accounts.endSession'],
  ]),
  endpoints: new Set(['accounts.profile', 'accounts.endSession']),
  sentences: new Map([
    ['accounts.must', 'Must have {requirement}.'],
    ['accounts.question', 'Forgot Password?'],
    ['accounts.here', 'Reset Here'],
  ]),
  isThere: (path) => path.startsWith('web/') || path.startsWith('e2e/'),
  textOf: () => "await page.getByText('Must have one digit.').waitFor(); t('accounts.question')",
}

const good = [
  '| address | what it is for | screen | test |',
  '| --- | --- | --- | --- |',
  '| `/`, `*/AlertWeb` | Login | `web/login.tsx` | `e2e/login.test.ts` |',
  '| `/profile` | Profile | `web/profile.tsx` | `e2e/profile.test.ts` |',
  '| `/Later` | Later | | not built yet |',
  '',
  '| call | what it does | endpoint | test |',
  '| --- | --- | --- | --- |',
  '| `GET profile/profile` | Read | `accounts.profile` | `e2e/profile.test.ts` |',
  '| `DELETE login/sessions/{id}` | End | `accounts.endSession` | `e2e/profile.test.ts` |',
  '| `POST later` | Later | | not built yet |',
  '',
  '| sentence | key | test |',
  '| --- | --- | --- |',
  '| Must have one digit. | `accounts.must` | `e2e/login.test.ts` |',
  '| Forgot Password? Reset Here | `accounts.question`, `accounts.here` | `e2e/login.test.ts` |',
  '| is too large for that | | not built yet |',
].join('\n')

const faultsOf = (from: string, to: string, of: Known = known) =>
  mappingFaults(good.replace(from, to), of).join('\n')

test('accepts tables that match the code', () => {
  expect(mappingFaults(good, known)).toEqual([])
})

test('reports a screen or an endpoint without a row', () => {
  expect(faultsOf('', '', { ...known, screens: [...known.screens, '/new'] })).toContain('/new: this screen')
  const endpoints = new Set([...known.endpoints, 'new.one'])
  expect(faultsOf('', '', { ...known, endpoints })).toContain('new.one: this endpoint')
  expect(mappingFaults('', known)).toHaveLength(4)
})

test.each([
  ['`/profile` |', '`/profiles` |', '/profiles is no screen'],
  ['`accounts.profile` |', '`accounts.profiles` |', 'accounts.profiles is no endpoint'],
  ['`GET profile/profile`', '`PUT profile/profile`', 'PUT profile/profile is not an address'],
  ['`accounts.endSession` |', '`accounts.profile` |', 'login/sessions/{id} is not an address'],
  ['`web/login.tsx`', '`server/login.ts`', 'server/login.ts is not there'],
  ['`e2e/login.test.ts`', '`e2e/gone/login.ts`', 'is no test'],
  ['`web/login.tsx` | `e2e/login.test.ts`', '`web/login.tsx` | later', "nothing is named under 'test'"],
  ['Must have one digit.', 'Should have one digit.', 'not the words of accounts.must'],
  ['`accounts.must`', '`accounts.mist`', 'not the words of accounts.mist'],
  ['Must have one digit.', 'Must have two digits.', 'contains neither this sentence nor its key'],
])('%s → %s: %s', (from, to, fault) => {
  expect(faultsOf(from, to)).toContain(fault)
})

test('reports a row marked as later once its subject exists', () => {
  expect(faultsOf('`/Later`', '`/profile`')).toContain('`/profile`: it is there now')
  expect(faultsOf('`POST later`', '`GET profile/profile`')).toContain(
    '`GET profile/profile`: it is there now',
  )
  const sentences = new Map([...known.sentences, ['bulk.large', '{name} is too large for that']])
  expect(faultsOf('', '', { ...known, sentences })).toContain('is too large for that: it is there now')
})
