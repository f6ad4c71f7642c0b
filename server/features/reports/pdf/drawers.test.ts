import { getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'
import * as processes from '#server/fork-apart.ts'
import { takeDrawer } from './drawers.ts'
import type { DrawingSize } from './turns.ts'

vi.mock('#server/fork-apart.ts', { spy: true })

function take(size: DrawingSize) {
  const drawer = takeDrawer({ receive: () => {}, failed: () => {} }, size)
  const { pid = 0 } = vi.mocked(processes.forkApart).mock.results.at(-1)?.value ?? {}
  return { drawer, pid, started: vi.mocked(processes.forkApart).mock.calls.length }
}

/** How much more niceness the system can add to this process's own. */
const lower = (by: number) => Math.min(19, getPriority() + by)

test('drawing has a lower priority than requests, and large reports the lowest', async () => {
  const usual = take('usual')
  const large = take('large')
  expect(getPriority(usual.pid)).toBe(lower(5))
  expect(getPriority(large.pid)).toBe(lower(15))
  await Promise.all([usual.drawer.end(), large.drawer.end()])
})

test('a process whose priority was lowered for a large report draws no other', async () => {
  const usual = take('small')
  usual.drawer.giveBack(0)
  const large = take('large')
  large.drawer.giveBack(0)
  const next = take('small')
  // The waiting one serves the small report; the large one got its own process.
  expect([large.started - usual.started, next.started - large.started]).toEqual([1, 0])
  await next.drawer.end()
})
