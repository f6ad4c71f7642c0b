// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/http/query-client.ts'
import { CountryCodesScreen } from './country-codes-screen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('reloads a failed list on request', async () => {
  const attributes = { emoji_flag: '🇪🇸', name: 'Spain', country_code: '+34' }
  const answers = [
    () => Response.json({ errors: [{ message: 'Down' }] }, { status: 400 }),
    () => Response.json({ data: [{ id: 'ES', type: 'country', attributes }] }),
  ]
  const asked = vi.fn(async () => answers[asked.mock.calls.length - 1]?.() ?? new Response(null))
  vi.stubGlobal('fetch', asked)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CountryCodesScreen />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: /Spain/ })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked).toHaveBeenCalledTimes(2)
})
