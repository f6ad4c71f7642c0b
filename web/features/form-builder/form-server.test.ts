/** @alone: it has its own network and session. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { formServer } from './form-server.ts'

const keys: (string | null)[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  stubLocalStorage()
  startSession({ token: 'token', userId: 'me', firstName: 'Dana', lastName: 'Reed', role: 'admin' })
  keys.length = 0
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('idempotency-key'))
    return answer()
  })
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

test('retries a publication without a reply under the same key, and uses a new key after a reply', async () => {
  const server = formServer('019b0000-0000-7000-8000-0000000000a7')
  answer = () => Promise.reject(new TypeError('The network is gone.'))
  expect(await server.publish('First', 3)).toEqual({ kind: 'unreached' })
  await server.publish('First', 3)
  await server.publish('Said otherwise', 3)
  answer = async () => Response.json({ errors: [{ message: 'Nothing was changed.' }] }, { status: 422 })
  await server.publish('Said otherwise', 3)
  await server.publish('Said otherwise', 3)
  const [first, again, other, answered, last] = keys
  expect([again, answered]).toEqual([first, other])
  expect(new Set([first, other, last]).size).toBe(3)
})
