import { getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'
import * as processes from '#server/fork-isolated.ts'
import type { ReportSize } from './fair-queue.ts'
import { acquireRenderer } from './renderers.ts'

vi.mock('#server/fork-isolated.ts', { spy: true })

function take(size: ReportSize) {
  const renderer = acquireRenderer({ receive: () => {}, failed: () => {} }, size)
  const { pid = 0 } = vi.mocked(processes.forkIsolated).mock.results.at(-1)?.value ?? {}
  return { renderer, pid, started: vi.mocked(processes.forkIsolated).mock.calls.length }
}

/** Returns this process's niceness plus `by`, up to the system's maximum. */
const lower = (by: number) => Math.min(19, getPriority() + by)

test('rendering has a lower priority than requests, and large reports have the lowest', async () => {
  const usual = take('usual')
  const large = take('large')
  expect(getPriority(usual.pid)).toBe(lower(5))
  expect(getPriority(large.pid)).toBe(lower(15))
  await Promise.all([usual.renderer.end(), large.renderer.end()])
})

test('a process with the priority of a large report renders no other report', async () => {
  const usual = take('small')
  usual.renderer.release(0)
  const large = take('large')
  large.renderer.release(0)
  const next = take('small')
  // The idle process serves the small report; the large report gets a new process.
  expect([large.started - usual.started, next.started - large.started]).toEqual([1, 0])
  await next.renderer.end()
})
