import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstShown, rowsOf, step } from './virtual-rows.ts'

const ids = Array.from({ length: 40 }, (_, at) => `f${at}`)

test('contains every item once and in order, rendered or in a gap', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60)), fc.nat(60), (places, length) => {
      const all = Array.from({ length }, (_, at) => `f${at}`)
      const shown = new Set(places.map((at) => `f${at}`))
      const rows = rowsOf(all, shown)
      expect(rows.flatMap((row) => (row.kind === 'item' ? [row.id] : row.ids))).toEqual(all)
      for (const row of rows) {
        if (row.kind === 'item') expect(shown.has(row.id)).toBe(true)
        else expect(row.ids.some((id) => shown.has(id)) || row.ids.length > step).toBe(false)
        expect(all[row.index]).toBe(row.kind === 'item' ? row.id : row.ids[0])
      }
    }),
  )
})

test('keeps gaps unchanged if nothing inside them is rendered', () => {
  const gaps = (shown: readonly string[]) =>
    rowsOf(ids, new Set(shown)).flatMap((row) => (row.kind === 'gap' ? [row.ids.join()] : []))
  expect(gaps(ids.slice(0, step)).slice(-1)).toEqual(gaps(['f20']).slice(-1))
})

test('starts with the first items, or around the needed one', () => {
  expect(firstShown(ids, [])).toEqual(ids.slice(0, step))
  expect(firstShown(ids, ['f30'])).toContain('f30')
  expect(firstShown(ids, ['gone'])).toEqual(ids.slice(0, step))
  expect(firstShown([], ['gone'])).toEqual([])
})
