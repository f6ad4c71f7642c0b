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

test('a child is reused, and at most two run at a time', async () => {
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

test('a child that is killed while idle costs no task', async () => {
  const { run } = open({ size: 1 })
  for (let round = 0; round < 5; round++) {
    const first = await run('answer')
    process.kill(first.state === 'done' ? Number(first.value) : 0, 'SIGKILL')
    // The pool has not noticed yet.
    const second = await run('answer')
    expect([second.state, second]).not.toEqual(['done', first])
    expect(second.state).toBe('done')
  }
})

test('a child that hangs is killed, and the next task works', async () => {
  // Long enough for a new child to start on a busy machine.
  const { run } = open({ size: 1, timeoutMs: 5_000 })
  expect(await run('hang')).toEqual({ state: 'timeout' })
  expect((await run('answer')).state).toBe('done')
})

test.runIf(process.platform === 'linux')('a child that takes too much memory is ended', async () => {
  const { run } = open({ size: 1, memoryBytes: 250_000_000 })
  expect(await run('swell')).toEqual({ state: 'too-much-memory' })
  expect((await run('answer')).state).toBe('done')
})

test('a child that has grown is replaced by a new one', async () => {
  const { run } = open({ size: 1 })
  const grown = await run('grow')
  const fresh = await run('answer')
  expect(grown.state).toBe('done')
  expect(fresh).not.toEqual(grown)
})

test('the child gets nothing from the environment', async () => {
  process.env.SMTP_URL = 'smtp://user:secret@mail.example'
  const outcome = await open({ size: 1 }).run('environment')
  delete process.env.SMTP_URL
  expect(outcome.state === 'done' && outcome.value).not.toContain('SMTP_URL')
})

test('a closed pool rejects tasks and does not hang', async () => {
  const { run, close } = open({ size: 1 })
  close()
  expect(await run('answer')).toEqual({ state: 'crashed' })
})
