import { expect, test } from 'vitest'
import type { StoredAttempt } from './attempt-store.ts'
import { readReturn } from './read-return.ts'

const attempt: StoredAttempt = { state: 's', secret: 'x', provider: 'acme', name: 'Acme', purpose: 'login' }
const take = (state: string) => (state === 's' ? attempt : null)

test('finds nothing in a URL without a reply', () => {
  expect(readReturn('', take)).toEqual({ kind: 'none' })
  expect(readReturn('?state=s', take)).toEqual({ kind: 'none' })
})

test('reads a reply to this tab’s request', () => {
  expect(readReturn('?code=c&state=s&iss=i&session_state=y', take)).toEqual({
    kind: 'answer',
    attempt,
    code: 'c',
    iss: 'i',
  })
  expect(readReturn('?code=c&state=s', take)).toEqual({ kind: 'answer', attempt, code: 'c' })
})

test('rejects a reply to another request or to none', () => {
  expect(readReturn('?code=c&state=other', take)).toEqual({ kind: 'failed', cancelled: false, attempt: null })
  expect(readReturn('?code=c', take)).toEqual({ kind: 'failed', cancelled: false, attempt: null })
})

test('reads a rejection by the provider', () => {
  expect(readReturn('?error=access_denied&state=s', take)).toEqual({
    kind: 'failed',
    cancelled: true,
    attempt,
  })
  expect(readReturn('?error=server_error&state=s', take)).toMatchObject({ cancelled: false })
})

test('reads an emailed link', () => {
  expect(readReturn('?join=token', take)).toEqual({ kind: 'link', token: 'token' })
})
