import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expressionFrom, type Row, type Rows, rowsFrom, simplified, tests } from './condition-rows.ts'

const needless = new Set(['answered', 'empty'])
const value = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constant(`5' 3" high`),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((number) => number / 100 || 0),
)
const row: fc.Arbitrary<Row> = fc
  .record({
    kind: fc.constant('row' as const),
    key: fc.option(fc.constantFrom('idf_present', 'floor', 'höhe'), { nil: null }),
    test: fc.constantFrom(...tests),
    value,
  })
  .map((one) => (needless.has(one.test) ? { ...one, value: '' } : one))
const { rows } = fc.letrec<{ rows: Rows; part: Row | Rows }>((tie) => ({
  part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, row, tie('rows')),
  rows: fc.record({
    kind: fc.constant('rows' as const),
    join: fc.constantFrom('and' as const, 'or' as const),
    of: fc.array(tie('part'), { maxLength: 3 }),
  }),
}))

function plain(one: Rows): Rows {
  const simple = simplified(one)
  if (simple?.kind === 'rows') return simple
  return { kind: 'rows', join: 'and', of: simple ? [simple] : [] }
}

test('round-trips rows through an expression', () => {
  fc.assert(
    fc.property(rows, (one) => {
      const source = expressionFrom(one)
      fc.pre(source.length <= 1_000)
      expect(rowsFrom(source)).toEqual(plain(one))
      expect(expressionFrom(rowsFrom(source) ?? one)).toBe(source)
    }),
  )
})

test('represents a simple condition as one row', () => {
  const one: Row = { kind: 'row', key: 'idf_present', test: 'is', value: 'Yes' }
  expect(expressionFrom({ kind: 'rows', join: 'and', of: [one] })).toBe("${idf_present} = 'Yes'")
  expect(rowsFrom('${idf_present}="Yes"')).toEqual({ kind: 'rows', join: 'and', of: [one] })
})

test('keeps the brackets of a nested group', () => {
  const source = "${a} = 'Yes' and (${b} > 3 or selected(${c}, 'Roof')) and ${d} != ''"
  const read = rowsFrom(source)
  expect(read?.of.map(({ kind }) => kind)).toEqual(['row', 'rows', 'row'])
  expect(expressionFrom(read ?? { kind: 'rows', join: 'and', of: [] })).toBe(source)
})

test.each([
  '${a} + 1 = 2',
  'count(${unit}) > 2',
  '${a} = ${b}',
  "'Yes' = ${a}",
  '${a} =',
  "${a} > ''",
  'not(${a})',
])('shows an expression that rows cannot express as text: %s', (source) =>
  expect(rowsFrom(source)).toBeNull(),
)
