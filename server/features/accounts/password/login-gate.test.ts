import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { Failure } from '#server/http/failure.ts'
import { LoginGate } from './login-gate.ts'

const gate = () => new LoginGate(async () => undefined)
const at = (address: string, device = '') => ({ address, device })
const others = (count: number) => Array.from({ length: count }, (_, n) => at(`192.0.2.${n}`))

async function fill(full: LoginGate, places: readonly { address: string; device: string }[]) {
  const turns = await Promise.all(places.map((place) => full.enter(place)))
  return turns.filter((turn) => !(turn instanceof Failure)) as (() => void)[]
}

afterEach(() => vi.useRealTimers())

test('strangers have a limited number of places; the next is rejected at once until one leaves', async () => {
  const full = gate()
  const turns = await fill(full, others(limits.loginsInsideOfStrangers))
  expect(turns).toHaveLength(limits.loginsInsideOfStrangers)
  expect(await full.enter(at('198.51.100.1'))).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  turns[0]?.()
  turns[0]?.()
  expect(await full.enter(at('198.51.100.1'))).toBeTypeOf('function')
  expect(await full.enter(at('198.51.100.2'))).toBeInstanceOf(Failure)
})

test('one address gets at most half of the strangers’ places', async () => {
  const full = gate()
  const same = Array.from({ length: limits.loginsInsideOfStrangers / 2 + 1 }, () => at('192.0.2.1'))
  expect(await fill(full, same)).toHaveLength(limits.loginsInsideOfStrangers / 2)
  expect(await full.enter(at('192.0.2.2'))).toBeTypeOf('function')
})

test('a known address or device passes all strangers', async () => {
  const full = gate()
  full.note(at('203.0.113.9', 'device'), 'ann')
  await fill(full, others(limits.loginsInsideOfStrangers))
  expect(await full.enter(at('203.0.113.9'))).toBeTypeOf('function')
  expect(await full.enter(at('198.51.100.1', 'device'))).toBeTypeOf('function')
  expect(await full.enter(at('198.51.100.1', 'another'))).toBeInstanceOf(Failure)
})

test('one account gets no more places with many addresses, and takes none from others', async () => {
  const full = gate()
  const squatted = others(50)
  for (const place of squatted) full.note(place, 'squatter')
  full.note(at('203.0.113.9'), 'ann')
  const turns = await fill(full, squatted)
  expect(turns).toHaveLength(limits.loginsInsidePerAccount + limits.loginsInsideOfStrangers)
  expect(await full.enter(at('203.0.113.9'))).toBeTypeOf('function')
})

test('an office of many accounts behind one address gets the places of all of them', async () => {
  const full = gate()
  for (let n = 0; n < 10; n += 1) full.note(at('203.0.113.9'), `colleague ${n}`)
  await fill(full, others(limits.loginsInsideOfStrangers))
  const office = Array.from({ length: 30 }, () => at('203.0.113.9'))
  expect(await fill(full, office)).toHaveLength(30)
})

test('replies to an address that is rejected repeatedly are delayed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const full = gate()
  await fill(full, others(limits.loginsInsideOfStrangers))
  const loud = at('198.51.100.1')
  for (let times = 0; times < 3; times += 1) expect(await full.enter(loud)).toBeInstanceOf(Failure)
  const answered = vi.fn()
  void full.enter(loud).then(answered)
  expect(await full.enter(at('198.51.100.2'))).toBeInstanceOf(Failure)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(answered).toHaveBeenCalled()
})

test('a gate that failed to load its places retries with the next call', async () => {
  const load = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('no database'))
  const full = new LoginGate(load)
  full.note(at('203.0.113.9'), 'ann')
  await expect(full.enter(at('203.0.113.9'))).rejects.toThrow('no database')
  expect(await full.enter(at('203.0.113.9'))).toBeTypeOf('function')
  await full.enter(at('203.0.113.9'))
  expect(load).toHaveBeenCalledTimes(2)
})
