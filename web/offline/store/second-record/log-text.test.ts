import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesLine, readLog, snapshotLine } from './log-text.ts'
import { applyChanges, type Change, type Rows } from './recorded-rows.ts'

const change = fc
  .record({
    account: fc.constantFrom('a', 'b'),
    id: fc.constantFrom('1', '2', '3'),
    row: fc.option(fc.record({ value: fc.string({ unit: 'binary' }) })),
  })
  .map((given) => ({ table: 'answers', ...given }) as unknown as Change)
const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 8 })

function applied(changes: readonly Change[]): Rows {
  const rows: Rows = new Map()
  applyChanges(rows, changes)
  return rows
}

test('reads a complete log, and a truncated one up to its last whole line', () => {
  fc.assert(
    fc.property(batches, batches, fc.nat(), (before, after, cut) => {
      const first = snapshotLine(applied(before.flat()))
      const lines = after.map(changesLine)
      const text = [first, ...lines].join('')
      expect(readLog(text)).toEqual({ rows: applied([...before, ...after].flat()), whole: true })

      const bytes = new TextEncoder().encode(text)
      const rest = new TextDecoder().decode(bytes.slice(0, cut % bytes.length))
      const log = readLog(rest)
      const kept = rest.split('\n').length - 1
      // Complete except for the line break.
      const isNearly = [first, ...lines][kept] === `${rest.split('\n').at(-1)}\n`
      if (kept === 0 && !isNearly) expect(log).toBeNull()
      else {
        const whole = after.slice(0, Math.max(0, kept - 1))
        expect(log?.rows).toEqual(applied([...before, ...whole].flat()))
        expect(log?.whole).toBe(rest.endsWith('\n'))
      }
    }),
  )
})

test('detects missing bytes in the middle, and ignores the lines after them', () => {
  const row = (value: string) =>
    ({ table: 'kept', account: 'a', id: '1', row: { value } }) as unknown as Change
  const text = snapshotLine(new Map()) + changesLine([row('one')])
  const damaged = `${text}${'\0'.repeat(40)}\n${changesLine([row('two')])}`
  expect(readLog(damaged)).toEqual({ rows: applied([row('one')]), whole: false })
})

test.each(['', '\n', 'null\n', '[]\n', '{"version":2,"changes":[]}\n'])(
  'rejects a log of another format: %j',
  (text) => {
    expect(readLog(text)).toBeNull()
  },
)
