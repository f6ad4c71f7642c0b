import { expect, test } from 'vitest'
import { api } from '../api.ts'
import { requiredKeys } from '../endpoint.ts'

const bare = [...api.values()].filter(({ replyKeys }) => replyKeys)

test('some screens call without schemas', () => {
  expect(bare.map(({ name }) => name).sort()).toEqual([
    'accounts.logIn',
    'entry.abilities',
    'health.live',
    'passkeys.login',
    'passkeys.loginOptions',
  ])
})

test.each(bare)(
  'the keys by which a reply to $name is known are those that its schema promises',
  ({ reply, replyKeys }) => {
    expect([...(replyKeys ?? [])].sort()).toEqual(requiredKeys(reply).sort())
  },
)
