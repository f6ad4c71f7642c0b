import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const server = vi.hoisted(() => ({ answers: true, asked: 0 }))
const device = vi.hoisted(() => ({ waiting: 1 }))
vi.mock('#web/lib/http/call.ts', () => ({
  call: async () => {
    server.asked += 1
    return { ok: server.answers }
  },
}))
vi.mock('#web/offline/store/database.ts', () => ({
  db: { outbox: { where: () => ({ count: async () => device.waiting }) } },
  onDevice: (work: () => unknown) => work(),
}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  Object.assign(server, { answers: true, asked: 0 })
  device.waiting = 1
})
afterEach(() => vi.useRealTimers())

const looks = (count: number) => vi.advanceTimersByTimeAsync(count * 15_000)

test('reports waiting work despite a reachable server at the second check, not the first', async () => {
  const { isSenderMissing, onSenderMissing, watchForSender } = await import('./sender-watch.ts')
  const told = vi.fn()
  onSenderMissing(told)
  const stop = watchForSender('account')
  await looks(1)
  expect(isSenderMissing()).toBe(false)
  await looks(1)
  expect(isSenderMissing()).toBe(true)
  expect(told).toHaveBeenCalledOnce()
  stop()
  expect(isSenderMissing()).toBe(false)
})

test('reports nothing without network or waiting work', async () => {
  const { isSenderMissing, watchForSender } = await import('./sender-watch.ts')
  const stop = watchForSender('account')
  server.answers = false
  await looks(5)
  expect(isSenderMissing()).toBe(false)
  server.answers = true
  device.waiting = 0
  server.asked = 0
  await looks(5)
  expect(isSenderMissing()).toBe(false)
  expect(server.asked).toBe(0)
  stop()
})

test('an interruption of the network restarts the count', async () => {
  const { isSenderMissing, watchForSender } = await import('./sender-watch.ts')
  const stop = watchForSender('account')
  await looks(1)
  server.answers = false
  await looks(1)
  server.answers = true
  await looks(1)
  expect(isSenderMissing()).toBe(false)
  stop()
})

test('once the code is loaded, checks stop and the notice disappears', async () => {
  const { isSenderMissing, senderLoaded, watchForSender } = await import('./sender-watch.ts')
  const stop = watchForSender('account')
  await looks(2)
  expect(isSenderMissing()).toBe(true)
  senderLoaded()
  expect(isSenderMissing()).toBe(false)
  server.asked = 0
  await looks(3)
  expect(server.asked).toBe(0)
  stop()
})
