import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstShown, rowsOf, step } from './virtual-rows.ts'

const ids = Array.from({ length: 40 }, (_, at) => `f${at}`)

test('every item stands once and in order, drawn or in a gap, whatever is shown', () => {
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

test('gaps that nothing was drawn in stay the same', () => {
  const gaps = (shown: readonly string[]) =>
    rowsOf(ids, new Set(shown)).flatMap((row) => (row.kind === 'gap' ? [row.ids.join()] : []))
  expect(gaps(ids.slice(0, step)).slice(-1)).toEqual(gaps(['f20']).slice(-1))
})

test('a list begins with its first items that fill the screen, or around the one that is needed', () => {
  const heightOf = (some: readonly string[]) => some.length * 100
  const shown = (needed: readonly string[], height = 844, all: readonly string[] = ids) =>
    firstShown(all, needed, { height, heightOf })
  expect(shown([])).toEqual(ids.slice(0, 9))
  expect(shown([], 3_000)).toEqual(ids.slice(0, step))
  expect(shown(['f30'])).toEqual(ids.slice(30 - step / 2, 30 + step / 2))
  expect(shown(['gone'])).toEqual(ids.slice(0, 9))
  expect(shown(['gone'], 844, [])).toEqual([])
})
