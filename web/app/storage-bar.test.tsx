// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { recordStatus } from '#web/offline/record/record-change.ts'
import { publish } from '#web/offline/store/bus.ts'
import { db } from '#web/offline/store/database.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { RouterAt } from '#web/testing/router-at.tsx'
import { StorageBar } from './storage-bar.tsx'

configure({ asyncUtilTimeout: 20_000 })

beforeEach(async () => {
  await db.delete()
  await db.open()
  localStorage.clear()
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** As Firefox and Safari respond in a private window. */
function openWindow({ isPrivate, address = '/' }: { isPrivate: boolean; address?: string }): void {
  const getDirectory = async () => {
    if (isPrivate) throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, language: 'en-US', storage: { getDirectory } })
  drawn(
    <RouterAt address={address}>
      <StorageBar account={account} />
    </RouterAt>,
  )
}

function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}

const publishQueue = () => publish(account, { kind: 'queue', now: false })

test('a private window with unsent work asks before it closes', async () => {
  openWindow({ isPrivate: true })
  await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  await recordStatus(account, surveyId, 'Started')
  publishQueue()
  await waitFor(() => expect(asksBeforeClosing()).toBe(true))
  await db.outbox.clear()
  publishQueue()
  await waitFor(() => expect(asksBeforeClosing()).toBe(false))
})

test('an ordinary window, which keeps the work, does not ask', async () => {
  await recordStatus(account, surveyId, 'Started')
  openWindow({ isPrivate: false })
  await expect(waitFor(() => expect(asksBeforeClosing()).toBe(true), { timeout: 1_500 })).rejects.toThrow()
})

test('the private window notice waits until the form is left', async () => {
  await recordStatus(account, surveyId, 'Started')
  openWindow({ isPrivate: true, address: '/dashboard' })
  publishQueue()
  const words = /^This looks like a private window/
  await screen.findByText(words)
  cleanup()
  openWindow({ isPrivate: true, address: `/survey/template/${surveyId}/section` })
  publishQueue()
  await waitFor(() => expect(asksBeforeClosing()).toBe(true))
  expect(screen.queryByText(words)).toBeNull()
})
