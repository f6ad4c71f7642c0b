// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { recordStatus } from '#web/offline/record/record-change.ts'
import { publish } from '#web/offline/store/bus.ts'
import { db } from '#web/offline/store/database.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { KeepBar } from './keep-bar.tsx'

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

/** As Firefox and Safari answer in a private window. */
function openWindow({ isPrivate }: { isPrivate: boolean }): void {
  const getDirectory = async () => {
    if (isPrivate) throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage: { getDirectory } }))
  drawn(<KeepBar account={account} />)
}

function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}

const tell = () => publish(account, { kind: 'queue', now: false })

test('a private window asks before it closes as long as work is on this device alone', async () => {
  openWindow({ isPrivate: true })
  await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  await recordStatus(account, surveyId, 'Started')
  tell()
  await waitFor(() => expect(asksBeforeClosing()).toBe(true))
  await db.outbox.clear()
  tell()
  await waitFor(() => expect(asksBeforeClosing()).toBe(false))
})

test('another window, whose device keeps the work, does not ask', async () => {
  await recordStatus(account, surveyId, 'Started')
  openWindow({ isPrivate: false })
  await expect(waitFor(() => expect(asksBeforeClosing()).toBe(true), { timeout: 1_500 })).rejects.toThrow()
})
