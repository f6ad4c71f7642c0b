import { expect, test } from 'vitest'
import type { StoredAttempt } from './attempt-store.ts'
import { readReturn } from './read-return.ts'

const attempt: StoredAttempt = { state: 's', secret: 'x', provider: 'acme', name: 'Acme', purpose: 'login' }
const take = (state: string) => (state === 's' ? attempt : null)

test('an address without an answer is none', () => {
  expect(readReturn('', take)).toEqual({ kind: 'none' })
  expect(readReturn('?state=s', take)).toEqual({ kind: 'none' })
})

test('an answer to what this tab asked', () => {
  expect(readReturn('?code=c&state=s&iss=i&session_state=y', take)).toEqual({
    kind: 'answer',
    attempt,
    code: 'c',
    iss: 'i',
  })
  expect(readReturn('?code=c&state=s', take)).toEqual({ kind: 'answer', attempt, code: 'c' })
})

test('an answer to what somebody else asked, or nobody, is none', () => {
  expect(readReturn('?code=c&state=other', take)).toEqual({ kind: 'failed', cancelled: false, attempt: null })
  expect(readReturn('?code=c', take)).toEqual({ kind: 'failed', cancelled: false, attempt: null })
})

test('the provider says no', () => {
  expect(readReturn('?error=access_denied&state=s', take)).toEqual({
    kind: 'failed',
    cancelled: true,
    attempt,
  })
  expect(readReturn('?error=server_error&state=s', take)).toMatchObject({ cancelled: false })
})

test('a link out of a mail', () => {
  expect(readReturn('?join=token', take)).toEqual({ kind: 'link', token: 'token' })
})
