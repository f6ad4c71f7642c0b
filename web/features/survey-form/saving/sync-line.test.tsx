// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shortTime } from '#web/lib/language/format-time.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { rememberSurvey } from '#web/offline/incoming/server-copy.ts'
import { publish } from '#web/offline/store/bus.ts'
import { db } from '#web/offline/store/database.ts'
import type { EntryFields } from '#web/offline/store/outbox-rows.ts'
import {
  clearStorageFailure,
  reportSlowWrite,
  reportStorageFailure,
} from '#web/offline/store/storage-failure.ts'
import { unkeptDraft } from '#web/testing/drawn-form.tsx'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId, surveyWire } from '#web/testing/fake-offline.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { drawnIn } from '../testing/drawn-in.tsx'
import { SyncLine } from './sync-line.tsx'

let draft: Draft
beforeEach(() => {
  draft = unkeptDraft()
})
afterEach(async () => {
  cleanup()
  draft.close()
  clearStorageFailure()
  await Promise.all([db.outbox.clear(), db.copies.clear()])
})

const madeAt = '2026-11-01T09:00:00.000Z'

async function waiting(fields: Partial<EntryFields> = {}): Promise<void> {
  const change = { survey: surveyId, endpoint: 'surveys.addSimilar', input: {}, madeAt }
  await db.outbox.add(anyEntry(account, { ...change, ...fields }))
}

/** Renders the line and waits for the text announced to screen readers. */
async function read(text: string): Promise<HTMLElement> {
  const { container } = drawnIn(draft, <SyncLine />)
  const status = await screen.findByText(text)
  expect(status.getAttribute('role')).toBe('status')
  return container
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('shows "Loading…" until the device was read', async () => {
  drawnIn(draft, <SyncLine />)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  await screen.findByText('On the server')
})

test('shows "On the server" if nothing is waiting and links to the data storage', async () => {
  await read('On the server')
  expect(screen.getByRole('link', { name: 'On the server' }).getAttribute('href')).toBe('/Datastorage2')
  expect(buttons()).toEqual([])
})

test('shows when the server last confirmed a change', async () => {
  await rememberSurvey(account, surveyWire())
  await db.copies.toCollection().modify({ syncedAt: madeAt })
  await read(`On the server, ${shortTime(madeAt)}`)
})

test('counts unsent changes and shows the time of the oldest', async () => {
  await waiting()
  await waiting({ madeAt: '2026-11-01T10:00:00.000Z' })
  const container = await read('2 changes on this device, waiting to be sent')
  expect(container.textContent).toContain(`since ${shortTime(madeAt)}`)
  expect(buttons()).toEqual([])
})

test('shows that a change is being sent', async () => {
  await waiting({ state: 'sending', attempts: 1 })
  const container = await read('Sending…')
  expect(container.textContent).not.toContain('since')
})

test('reports a missing connection after an attempt that did not reach the server', async () => {
  await waiting({ attempts: 1 })
  await read('No connection. 1 change on this device')
})

test('distinguishes a request stopped by a proxy from a missing connection', async () => {
  await waiting({ attempts: 1, inFront: true })
  await read('Stopped by a proxy. 1 change on this device')
})

test("shows the server's reason for a rejection with buttons to retry and discard", async () => {
  await waiting({ state: 'parked', problem: 'There is no such section.' })
  await read('1 change was refused by the server: There is no such section.')
  expect(buttons()).toEqual(['Try again', 'Discard'])
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await screen.findByRole('dialog')
})

test('counts all rejections and shows the reason of the first', async () => {
  await waiting({ state: 'parked', problem: 'There is no such section.' })
  await waiting({ state: 'parked', problem: 'The name is too long.' })
  await read('2 changes were refused by the server: There is no such section.')
})

test('sends a rejected change again', async () => {
  await waiting({ state: 'parked', problem: 'There is no such section.' })
  await read('1 change was refused by the server: There is no such section.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 change on this device, waiting to be sent')
  expect(buttons()).toEqual([])
})

test('offers to change a name that is taken', async () => {
  const entry = { survey: surveyId, endpoint: 'surveys.create', input: {}, problem: 'This name is taken.' }
  await db.outbox.add({ ...anyEntry(account, entry), state: 'parked' })
  await read('1 change was refused by the server: This name is taken.')
  expect(buttons()).toEqual(['Change and try again', 'Discard'])
  fireEvent.click(screen.getByRole('button', { name: 'Change and try again' }))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Survey name/ })
  expect(name.value).toBe('Harbor View')
})

test('mentions changes waiting in other surveys', async () => {
  await waiting({ survey: 'other' } as never)
  const container = await read('On the server')
  expect(container.textContent).toContain('1 more change waits in other surveys')
})

test('shows an edit the device could not store before anything else', async () => {
  await waiting({ state: 'parked', problem: 'There is no such section.' })
  reportStorageFailure(new Error('The disk is gone'))
  await read('Latest answers not saved yet')
  expect(buttons()).toEqual([])
})

test('shows a slow transaction without an alarm', async () => {
  reportSlowWrite()
  const container = await read('Saving…')
  expect(container.querySelector('[data-state="needs-attention"]')).toBeNull()
})

test('updates immediately when a change is added', async () => {
  await read('On the server')
  await waiting()
  publish(account, { kind: 'changed', survey: surveyId })
  await screen.findByText('1 change on this device, waiting to be sent')
})

test('hides its icon from screen readers and marks only a rejection as needing attention', async () => {
  const state = (container: HTMLElement) =>
    container.querySelector('[data-state]')?.getAttribute('data-state')
  await waiting()
  const container = await read('1 change on this device, waiting to be sent')
  expect(screen.queryByRole('img')).toBeNull()
  expect(state(container)).toBe('on-this-device')
  cleanup()
  await db.outbox.toCollection().modify({ state: 'parked', problem: 'There is no such section.' })
  expect(state(await read('1 change was refused by the server: There is no such section.'))).toBe(
    'needs-attention',
  )
})

test('speaks Spanish', async () => {
  speakSpanish()
  await waiting()
  await waiting({ state: 'parked', problem: 'No existe esa sección.' })
  await read('El servidor rechazó 1 cambio: No existe esa sección.')
  expect(buttons()).toEqual(['Reintentar', 'Descartar'])
})
