import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countsLoadsHeader } from '#contract/counts-loads.ts'

const counting = new Headers({ [countsLoadsHeader]: '1' })
let sent: [string, RequestInit][] = []

/** Loads the module as in a freshly opened app. */
async function opened(navigator: object = {}) {
  vi.resetModules()
  vi.stubGlobal('navigator', navigator)
  return (await import('./count-load.ts')).countLoad
}

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push([address, init])
    throw new TypeError('Failed to fetch')
  })
})
afterEach(() => vi.unstubAllGlobals())

test('sends nothing to an installation that does not count loads', async () => {
  const hear = await opened()
  hear(new Headers())
  expect(sent).toEqual([])
})

test('sends one request per load to an installation that counts, without other data', async () => {
  for (let opening = 1; opening <= 2; opening++) {
    const hear = await opened()
    hear(counting)
    hear(counting)
    expect(sent).toHaveLength(opening)
  }
  const [address, init] = sent[0] ?? []
  expect(address).toBe('/api/analytics/app_loaded')
  expect(init).toEqual({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  })
})

test.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
  'does not count browsers that ask not to be counted: %o',
  async (navigator) => {
    const hear = await opened(navigator)
    hear(counting)
    expect(sent).toEqual([])
  },
)
