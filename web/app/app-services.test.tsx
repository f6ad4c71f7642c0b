// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SecondCopySection } from '#web/features/device-storage/storage-screen.tsx'
import { openStore } from '#web/offline/store/open-store.ts'
import { isRecorded } from '#web/offline/store/second-record/record-state.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { UnrestoredBar } from './app-services.tsx'

// @alone: the module keeps which store is open.
const none = { photos: 0, videos: 0, others: 0, bulk: 0, files: [], at: '' }
const survey = { account: 'mine', survey: 's', name: 'Hill House', answers: 3, ...none }

afterEach(() => {
  cleanup()
  openStore.set(null)
  isRecorded.set(true)
})

test('work that waits for space is shown to its account, and so is missing space for the record', () => {
  openStore.set({
    identity: 'i',
    commit: 0,
    unrestored: [survey, { ...survey, account: 'theirs', name: 'Secret' }],
  })
  drawn(<UnrestoredBar account="mine" />)
  const bar = screen.getByRole('alert')
  expect(bar.textContent).toContain('could not be restored yet: Hill House (3 answers).')
  expect(bar.textContent).not.toContain('Secret')
  expect(bar.textContent).not.toContain('second copy')
  act(() => isRecorded.set(false))
  expect(bar.textContent).toContain('no space for a second copy')
  act(() => openStore.set({ identity: 'i', commit: 0 }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Data storage reports work in one place only while that is true', () => {
  drawn(<SecondCopySection account="mine" />)
  expect(screen.queryByText(/second copy/)).toBeNull()
  act(() => isRecorded.set(false))
  expect(screen.getByText(/no space for a second copy/)).toBeTruthy()
})
