import { beforeEach, expect, test, vi } from 'vitest'
import { type Settings, usualSettings } from '#contract/accounts/settings-choices.ts'
import { startSession } from '#web/lib/session/session.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { changeSetting, currentSettings, settingsRecord } from './store.ts'
import { exchangeSettings } from './sync.ts'

const kept = new Map<string, string>()
let account = 0
/** The server's settings and the requests it received; `null`: unreachable. */
let server: { chosen: Partial<Settings>; changed_at: Record<string, string> } | null
let sent: unknown[]

beforeEach(() => {
  kept.clear()
  stubLocalStorage(kept)
  server = { chosen: {}, changed_at: {} }
  sent = []
  vi.stubGlobal('fetch', answer)
  account += 1
  startSession({
    token: 't',
    userId: `one-${account}`,
    firstName: 'Sam',
    lastName: 'Rivera',
    role: 'surveyor',
  })
})

async function answer(
  _address: string,
  { method, body }: { method: string; body?: string },
): Promise<Response> {
  await new Promise(setImmediate)
  if (!server) throw new TypeError('no network')
  if (method === 'PATCH') {
    const { attributes, changed_at } = JSON.parse(body ?? '').data
    sent.push(attributes)
    server = {
      chosen: { ...server.chosen, ...attributes },
      changed_at: { ...server.changed_at, ...changed_at },
    }
  }
  const attributes = { ...usualSettings, ...server.chosen, changed_at: server.changed_at }
  return Response.json({ data: { id: 'one', type: 'settings', attributes } })
}

test('a choice made during a request is sent after it', async () => {
  changeSetting('text_size', 150)
  const sending = exchangeSettings({ read: false })
  await new Promise(setImmediate)
  changeSetting('units', 'metric')
  changeSetting('language', 'es')
  expect(await sending).toBe(true)
  expect(sent).toEqual([{ text_size: 150 }, { units: 'metric', language: 'es' }])
  expect(settingsRecord().waiting).toEqual([])
})

test('a choice made offline is sent once online', async () => {
  server = null
  changeSetting('theme', 'dark')
  expect(await exchangeSettings({ read: true })).toBe(false)
  expect([currentSettings().theme, settingsRecord().waiting]).toEqual(['dark', ['theme']])
  server = {
    chosen: { theme: 'light', units: 'metric' },
    changed_at: { theme: '2020-01-01T00:00:00.000Z', units: '2020-01-01T00:00:00.000Z' },
  }
  expect(await exchangeSettings({ read: true })).toBe(true)
  expect(sent).toEqual([{ theme: 'dark' }])
  expect(currentSettings()).toEqual({ ...usualSettings, theme: 'dark', units: 'metric' })
})

test('sends and stores nothing for the next account', async () => {
  changeSetting('theme', 'dark')
  const sending = exchangeSettings({ read: true })
  startSession({ token: 'u', userId: 'other', firstName: 'Ana', lastName: 'Paz', role: 'surveyor' })
  await sending
  expect(sent).toEqual([])
  expect(currentSettings()).toEqual(usualSettings)
})
