// @vitest-environment happy-dom
/** @alone: it has its own page and session. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/http/query-client.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { AccountChoice } from './account-choice.tsx'

const gone = '019b0000-0000-7000-8000-0000000000a7'
const none = { data: [], meta: { total_pages: 1, total_count: 0, current_page: 1 } }
const refused = { errors: [{ message: 'The server failed.' }] }
let answers: () => Promise<Response>

beforeEach(() => {
  stubLocalStorage()
  startSession({ token: 'token', userId: 'me', firstName: 'Dana', lastName: 'Reed', role: 'admin' })
  answers = async () => Response.json(none)
  vi.stubGlobal('fetch', () => answers())
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

function draw(value: string | null = null): HTMLInputElement {
  drawn(
    <QueryClientProvider client={queryClient}>
      <AccountChoice value={value} onChange={() => undefined} label="Person" />
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox', { name: 'Person' })
}

test('explains a failed search and retries when the list is reopened', async () => {
  answers = async () => Response.json(refused, { status: 500 })
  const field = draw()
  fireEvent.click(field)
  await screen.findByText('The server failed.')
  expect(screen.queryByText('No one found')).toBeNull()
  answers = async () => Response.json(none)
  fireEvent.blur(field)
  fireEvent.click(field)
  await screen.findByText('No one found')
})

test('labels a selected account as deleted once the server finds no account with its id', async () => {
  const answer = Promise.withResolvers<Response>()
  answers = () => answer.promise.then((response) => response.clone())
  const field = draw(gone)
  expect(field.value).toBe('Loading…')
  answer.resolve(Response.json(none))
  await vi.waitFor(() => expect(field.value).toBe('Deleted account …0000a7'))
})
