// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchText } from './url-state.ts'
import { useFiltersOf } from './use-filters.ts'

const router = vi.hoisted(() => ({ params: new URLSearchParams(), navigate: vi.fn() }))
vi.mock('./router.tsx', () => ({
  useSearchParams: () => [router.params],
  useNavigate: () => router.navigate,
}))

interface Filters {
  readonly template: string
  readonly address: string
  readonly page: number
}

const filtersOf = (params: URLSearchParams): Filters => ({
  template: params.get('template') ?? '',
  address: params.get('address') ?? '',
  page: Number(params.get('page') ?? 1),
})
const addressOf = (filters: Filters) => `/list${searchText({ ...filters })}`

beforeEach(() => router.navigate.mockClear())
afterEach(cleanup)

/** A list whose address changes render when the test says so. */
function list(address: string) {
  router.params = new URLSearchParams(address)
  const drawn = renderHook(() => useFiltersOf(filtersOf, addressOf))
  return {
    filters: () => drawn.result.current[0],
    change: (part: Partial<Filters>) => act(() => drawn.result.current[1](part)),
    draw: (query: string) => {
      router.params = new URLSearchParams(query)
      drawn.rerender()
    },
    gone: () => router.navigate.mock.calls.map(([to]) => to),
  }
}

test('a change builds on the previous one, even if an older one renders in between', () => {
  const { change, draw, gone } = list('address=cafe')
  change({ template: 'Wiring' })
  change({ address: '' })
  draw('address=cafe&template=Wiring')
  change({ page: 2 })
  expect(gone()).toEqual([
    '/list?template=Wiring&address=cafe',
    '/list?template=Wiring',
    '/list?template=Wiring&page=2',
  ])
})

test('after back, a change builds on the rendered filters', () => {
  const { change, draw, filters, gone } = list('')
  change({ template: 'Wiring' })
  draw('template=Wiring')
  draw('address=mill')
  change({ template: 'Rooms' })
  expect(filters().address).toBe('mill')
  expect(gone().at(-1)).toBe('/list?template=Rooms&address=mill')
})
