import { afterEach, expect, test } from 'vitest'
import type { Order } from '../testing/unruly-child.ts'
import { openPool, type Pool, type PoolOptions } from './pool.ts'

const program = new URL('../testing/unruly-child.ts', import.meta.url)
let pool: Pool<Order>
const open = (options: PoolOptions) => {
  pool = openPool({ program, ...options })
  return pool
}
afterEach(() => pool.close())

test('a child is used again, and two at a time are the most', async () => {
  const { run } = open({ size: 2 })
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => run('answer')))
  const pids = new Set(outcomes.map((one) => (one.state === 'done' ? one.value : one.state)))
  expect(pids.size).toBeLessThanOrEqual(2)
  expect(await run('answer')).toMatchObject({ state: 'done' })
})

test.each(['crash', 'exit'] as const)('after a %s the next task works', async (order) => {
  const { run } = open({ size: 1 })
  const [first, second] = await Promise.all([run(order), run('answer')])
  expect(first).toEqual({ state: 'crashed' })
  expect(second.state).toBe('done')
})

test('a child that is ended while it waits costs no task', async () => {
  const { run } = open({ size: 1 })
  for (let round = 0; round < 5; round++) {
    const first = await run('answer')
    process.kill(first.state === 'done' ? Number(first.value) : 0, 'SIGKILL')
    // The pool has not heard of its end.
    const second = await run('answer')
    expect([second.state, second]).not.toEqual(['done', first])
    expect(second.state).toBe('done')
  }
})

test('a child that does not come to an end is ended, and the next task works', async () => {
  // Also on a busy machine a new child has begun before.
  const { run } = open({ size: 1, timeoutMs: 5_000 })
  expect(await run('hang')).toEqual({ state: 'timeout' })
  expect((await run('answer')).state).toBe('done')
})

test.runIf(process.platform === 'linux')('a child that takes too much memory is ended', async () => {
  const { run } = open({ size: 1, memoryBytes: 250_000_000 })
  expect(await run('swell')).toEqual({ state: 'too-much-memory' })
  expect((await run('answer')).state).toBe('done')
})

test('a child that has grown is replaced by a fresh one', async () => {
  const { run } = open({ size: 1 })
  const grown = await run('grow')
  const fresh = await run('answer')
  expect(grown.state).toBe('done')
  expect(fresh).not.toEqual(grown)
})

test('nothing of the environment reaches the child', async () => {
  process.env.SMTP_URL = 'smtp://user:secret@mail.example'
  const outcome = await open({ size: 1 }).run('environment')
  delete process.env.SMTP_URL
  expect(outcome.state === 'done' && outcome.value).not.toContain('SMTP_URL')
})

test('a closed pool refuses and does not hang', async () => {
  const { run, close } = open({ size: 1 })
  close()
  expect(await run('answer')).toEqual({ state: 'crashed' })
})
