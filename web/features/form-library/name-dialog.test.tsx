// @vitest-environment happy-dom
/** @alone: it has its own page and session. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { NameDialog } from './name-dialog.tsx'

const keys: (string | null)[] = []

beforeEach(() => {
  stubLocalStorage()
  startSession({ token: 'token', userId: 'me', firstName: 'Dana', lastName: 'Reed', role: 'admin' })
  keys.length = 0
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('idempotency-key'))
    return Promise.reject(new TypeError('The network is gone.'))
  })
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

async function make(name?: string): Promise<void> {
  const calls = keys.length
  const field = screen.getByRole('textbox', { name: 'Name' })
  if (name !== undefined) fireEvent.change(field, { target: { value: name } })
  fireEvent.submit(field)
  await vi.waitFor(() => expect(keys).toHaveLength(calls + 1))
  await screen.findByRole('alert')
}

test('a retry with the same name reuses its key, and another name gets a new one', async () => {
  drawn(<NameDialog from={null} onClose={() => undefined} onMade={() => undefined} />)
  await make('Closets')
  await make()
  await make('Risers')
  const [first, again, other] = keys
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('the name of a copy has no invisible characters around a Hebrew name', () => {
  const from = { id: 'hebrew', attributes: { name: 'ארון' } } as never
  drawn(<NameDialog from={from} onClose={() => undefined} onMade={() => undefined} />)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('ארון (copy)')
})
