// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { ContinueSurvey } from './dashboard-screen.tsx'

vi.mock('#web/lib/page/router.tsx', () => ({ Link: 'a' }))
vi.mock('#web/lib/session/session.ts', () => ({ useSession: () => ({ userId: 'sam' }) }))
vi.mock('#web/offline/draft/last-field.ts', () => ({
  lastFields: () => [
    { survey: 'tower', answer: 'a', place: '203' },
    { survey: 'hall', answer: 'b', place: 'Lobby' },
  ],
}))
vi.mock('#web/offline/list/device-list.ts', () => ({ useDeviceList: vi.fn() }))

afterEach(cleanup)

const survey = (id: string, here: boolean) => ({
  ...{ id, here, gone: false },
  attributes: { survey_name: id, survey_template_id: 't', status: 'Started', my_role: 'owner' },
})

/** Renders with a device list of these surveys. */
function renderWith(...surveys: ReturnType<typeof survey>[]) {
  const list = { surveys, deleted: new Set(), stale: false, checkedAt: null }
  vi.mocked(useDeviceList).mockReturnValue(list as unknown as ReturnType<typeof useDeviceList>)
  return (
    <MantineProvider env="test">
      <ContinueSurvey />
    </MantineProvider>
  )
}

test('shows Continue once the last edited survey is on the device and keeps it there', () => {
  const { rerender } = render(renderWith(survey('tower', false)))
  expect(screen.queryByText(/^Continue/)).toBeNull()
  rerender(renderWith(survey('tower', true)))
  expect(screen.getByText(/^Continue/).textContent).toContain('tower')
  rerender(renderWith(survey('tower', true), survey('hall', true)))
  expect(screen.getByText(/^Continue/).textContent).toContain('tower')
})
