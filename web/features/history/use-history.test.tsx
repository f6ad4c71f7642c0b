// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { inHeldOrder, useSteadyOrder } from './use-history.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function survey(id: string, progress = '0%'): DeviceSurvey {
  return { id, attributes: { progress }, here: true, state: 'on the server', gone: false } as DeviceSurvey
}

const surveysOf = (names: string) => [...names].map((id) => survey(id))

interface Props {
  readonly wanted: readonly DeviceSurvey[]
  readonly question?: string
  readonly stale?: boolean
  /** Surveys that the device knows beside those of the page. */
  readonly others?: readonly DeviceSurvey[]
}

function List({ wanted, question = 'all', stale = false, others = [] }: Props) {
  const page = { surveys: wanted, count: wanted.length, pages: 1 }
  const device = { surveys: [...wanted, ...others], deleted: new Set<string>(), stale }
  const shown = useSteadyOrder(page, { device, question })
  return <p>{shown?.surveys.map(({ id, attributes }) => `${id} ${attributes.progress}`).join(', ')}</p>
}

const text = () => screen.getByRole('paragraph').textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('rows stay under the finger, with their new values, and move once nobody touches the screen', () => {
  const { rerender } = render(<List wanted={surveysOf('abc')} />)
  rerender(<List wanted={[survey('c', '50%'), survey('a'), survey('b')]} />)
  expect(text()).toBe('a 0%, b 0%, c 50%')
  pass(4_000)
  window.dispatchEvent(new Event('pointerdown'))
  pass(4_000)
  expect(text()).toBe('a 0%, b 0%, c 50%')
  pass(1_000)
  expect(text()).toBe('c 50%, a 0%, b 0%')
})

test('another sort, filter or page shows its own order at once', () => {
  const { rerender } = render(<List wanted={surveysOf('abc')} />)
  rerender(<List wanted={surveysOf('cba')} question="by name" />)
  expect(text()).toBe('c 0%, b 0%, a 0%')
})

test('a list from before the screen opened sets no order: the survey that was just edited comes first', () => {
  const { rerender } = render(<List wanted={surveysOf('abc')} stale />)
  rerender(<List wanted={surveysOf('cab')} />)
  expect(text()).toBe('c 0%, a 0%, b 0%')
})

test('a deleted row leaves at once, and Undo puts it back in its place', () => {
  const { rerender } = render(<List wanted={surveysOf('abc')} />)
  rerender(<List wanted={surveysOf('ac')} />)
  expect(text()).toBe('a 0%, c 0%')
  rerender(<List wanted={surveysOf('abc')} />)
  expect(text()).toBe('a 0%, b 0%, c 0%')
})

test('a new row waits where it would push others away, and is added below them', () => {
  const { rerender } = render(<List wanted={surveysOf('abc')} />)
  rerender(<List wanted={surveysOf('nabcz')} />)
  expect(text()).toBe('a 0%, b 0%, c 0%, z 0%')
  pass(5_000)
  expect(text()).toBe('n 0%, a 0%, b 0%, c 0%, z 0%')
})

test('an empty list shows what comes', () => {
  const { rerender } = render(<List wanted={[]} />)
  rerender(<List wanted={surveysOf('ab')} />)
  expect(text()).toBe('a 0%, b 0%')
})

test('a row that another page has by now stays, as the device knows it', () => {
  const { rerender } = render(<List wanted={surveysOf('abc')} />)
  rerender(<List wanted={surveysOf('nab')} others={[survey('c', '10%')]} />)
  expect(text()).toBe('a 0%, b 0%, c 10%')
})

test('no more rows than a page has', () => {
  const ids = Array.from({ length: limits.listPageSize }, (_, index) => `${index}`)
  const wanted = [...ids.slice(1), 'next'].map((id) => survey(id))
  const full = inHeldOrder(ids, wanted, (id) => survey(id))
  expect(full.map(({ id }) => id)).toEqual(ids)
  const gone = inHeldOrder(ids, wanted, () => undefined)
  expect(gone.map(({ id }) => id)).toEqual([...ids.slice(1), 'next'])
})
