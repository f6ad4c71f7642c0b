// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Route } from '#web/lib/page/route.tsx'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { RouterAt } from '#web/testing/router-at.tsx'
import { ErrorScreen } from './error-screen.tsx'

beforeEach(() => {
  stubLocalStorage()
  clearSession()
  // React logs errors caught by a boundary.
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function logIn(): void {
  startSession({ token: 't', userId: 'a', role: 'user', firstName: 'Ada', lastName: 'Moore' })
}

function Broken(): never {
  throw new RangeError('Broken')
}

/** A broken screen and a working one, with their surroundings. */
function drawAt(path: string, dashboard = <h1>Dashboard</h1>): void {
  const framed = (view: React.ReactElement) => <ErrorScreen framed>{view}</ErrorScreen>
  render(
    <MantineProvider>
      <RouterAt address={path}>
        <header>Fieldbook</header>
        <Route path="/Templates">{framed(<Broken />)}</Route>
        <Route path="/dashboard">{framed(dashboard)}</Route>
      </RouterAt>
    </MantineProvider>,
  )
}

test('a broken screen keeps its surroundings and a link to the dashboard', () => {
  logIn()
  drawAt('/Templates')
  screen.getByText('Fieldbook')
  screen.getByText('Something went wrong!')
  fireEvent.click(screen.getByRole('link', { name: 'Go to dashboard' }))
  screen.getByRole('heading', { name: 'Dashboard' })
  expect(screen.queryByText('Something went wrong!')).toBeNull()
})

test('a broken dashboard links nowhere', () => {
  logIn()
  drawAt('/dashboard', <Broken />)
  screen.getByText('Something went wrong!')
  expect(screen.queryByRole('link')).toBeNull()
})

test('without an account there is no link to the dashboard', () => {
  drawAt('/Templates')
  screen.getByText('Something went wrong!')
  expect(screen.queryByRole('link')).toBeNull()
})
