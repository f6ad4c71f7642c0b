import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { Refused } from '#server/http/failure.ts'
import { HashQueue, type HashRequester } from './hash-queue.ts'

/** Hashes that end on request; `begun` lists them in the order of their turns. */
function hashing() {
  const turns = new HashQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask(name: string, asker: HashRequester) {
      const work = () =>
        new Promise<void>((end) => {
          begun.push(name)
          ends.set(name, end)
        })
      const result = turns.run(asker, work).then(
        () => 'done' as const,
        (error: unknown) => (error instanceof Refused ? error.failure : Promise.reject(error)),
      )
      return result
    },
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((go) => setImmediate(go))
    },
  }
}

const known = (account: string) => ({ account })
const stranger = (source: string) => ({ source })
const from = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`)

test('a known account is hashed at once while strangers wait', async () => {
  const { begun, ask, end } = hashing()
  for (const one of from(5, 's')) void ask(one, stranger(one))
  await end('')
  expect(begun).toEqual(['s0'])
  void ask('owner', known('owner'))
  await end('')
  expect(begun).toEqual(['s0', 'owner'])
  await end('owner')
  await end('s0')
  expect(begun).toEqual(['s0', 'owner', 's1'])
})

test('too many strangers are rejected at once, with the time to wait', async () => {
  const { begun, ask, end } = hashing()
  const inside = from(limits.hashesWaitingOfStrangers + 1, 's').map((one) => ask(one, stranger(one)))
  const rejected = await ask('late', stranger('late'))
  expect(rejected).toMatchObject({ code: 'request.tooMany', status: 429, retryAfter: expect.any(Number) })
  for (const one of from(limits.hashesWaitingOfStrangers + 1, 's')) await end(one)
  expect(await Promise.all(inside)).toEqual(inside.map(() => 'done'))
  expect(begun).not.toContain('late')
})

test('one address gets at most half of the strangers’ queue', async () => {
  const { ask } = hashing()
  const half = limits.hashesWaitingOfStrangers / 2
  for (const one of from(half + 1, 'loud')) void ask(one, stranger('loud'))
  expect(await ask('more', stranger('loud'))).toMatchObject({ status: 429 })
  let isRejected = false
  void ask('other', stranger('other')).then(() => {
    isRejected = true
  })
  await new Promise((go) => setImmediate(go))
  expect(isRejected).toBe(false)
})

test('an account that floods gets only its own turn, one at a time, and is rejected beyond it', async () => {
  const { begun, ask, end } = hashing()
  for (const one of from(limits.hashesWaitingPerAccount + 1, 'squatter')) void ask(one, known('squatter'))
  expect(await ask('more', known('squatter'))).toMatchObject({ status: 429 })
  void ask('owner', known('owner'))
  void ask('second', known('second'))
  await end('')
  expect(begun).toEqual(['squatter0', 'owner'])
  await end('owner')
  expect(begun).toEqual(['squatter0', 'owner', 'second'])
  await end('squatter0')
  expect(begun.at(-1)).toBe('squatter1')
})

test('strangers get a turn now and then, however many known accounts wait', async () => {
  const { begun, ask, end } = hashing()
  const owners = from(3 * limits.knownHashesInARow, 'o')
  for (const one of owners) void ask(one, known(one))
  void ask('stranger', stranger('s'))
  for (let at = 0; at <= limits.knownHashesInARow; at += 1) await end(begun[at] ?? '')
  expect(begun.indexOf('stranger')).toBeLessThanOrEqual(limits.knownHashesInARow + 1)
  expect(begun).toContain('stranger')
})

test('a hash that fails releases its turn', async () => {
  const turns = new HashQueue()
  const failing = () => turns.run(known('a'), () => Promise.reject(new Error('no memory')))
  await expect(failing()).rejects.toThrow('no memory')
  await expect(failing()).rejects.toThrow('no memory')
  expect(await turns.run(known('a'), async () => 'hashed')).toBe('hashed')
})
