import { expect, test } from 'vitest'
import { readXlsform } from './read-xlsform.ts'

const head = ['type', 'name', 'label', 'calculation', 'relevant']
/** Imports a site with buildings, their floors and doors, with rules at one level. */
function withRules(at: 'site' | 'building' | 'floor', ...rows: readonly (readonly string[])[]) {
  const own = (place: string) => (place === at ? rows : [])
  const read = readXlsform([
    {
      name: 'survey',
      rows: [
        head,
        ...[
          ['begin repeat', 'building', 'Building'],
          ['text', 'kind', 'Kind'],
        ],
        ...[
          ['begin repeat', 'floor', 'Floor'],
          ['integer', 'rooms', 'Rooms'],
        ],
        ...own('floor'),
        ['end repeat'],
        ...[['begin repeat', 'door', 'Door'], ['integer', 'width', 'Width'], ['end repeat']],
        ...own('building'),
        ['end repeat'],
        ...own('site'),
      ],
    },
  ])
  if (read.kind !== 'form') throw new Error(read.reason)
  const leftOut = read.report.notes.filter(({ message }) => message.includes('was left out'))
  return leftOut.map(({ row, column, level, message }) => [row, column, level, message])
}

const reason = (piece: string) =>
  `It uses “${piece}” from another level of nested repeats. Sections cannot be nested, so it would count all levels together.`

test('drops a sum over the floors of a building with a note at its row', () => {
  expect(withRules('building', ['calculate', 'all', '', 'sum(${rooms})'])).toEqual([
    [10, 'calculation', 'warning', `“sum(\${rooms})” was left out. ${reason('rooms')}`],
  ])
})

test.each([
  ['building', 'count(${floor})', 'floor'],
  ['building', 'max(${rooms}) + 1', 'rooms'],
  ['building', 'indexed-repeat(${rooms}, ${floor}, 1)', 'floor'],
  ['floor', "if(${kind} = 'x', 1, 0)", 'kind'],
  ['floor', 'sum(${width})', 'width'],
  ['floor', 'count(${floor})', 'floor'],
  ['floor', 'position(..)', 'position(..)'],
] as const)('drops a rule on another level in a %s: %s', (place, rule, piece) => {
  expect(withRules(place, ['calculate', 'x', '', rule]).map(([, , , message]) => message)).toEqual([
    `“${rule}” was left out. ${reason(piece)}`,
  ])
})

test.each([
  ['site', 'sum(${rooms})'],
  ['site', 'count(${building})'],
  ['building', 'count(${building})'],
  ['building', 'position(..)'],
  ['floor', '${rooms} * 2'],
] as const)('keeps a rule that does not depend on levels in a %s: %s', (place, rule) => {
  expect(withRules(place, ['calculate', 'x', '', rule])).toEqual([])
})

test('drops a condition on another level', () => {
  const [note] = withRules('floor', ['text', 'x', 'X', '', "${kind} = 'x'"])
  expect(note?.slice(0, 3)).toEqual([6, 'relevant', 'warning'])
})

test('turns a label reference to another level into text', () => {
  const read = readXlsform([
    {
      name: 'survey',
      rows: [
        head,
        ...[
          ['begin repeat', 'building', 'Building'],
          ['text', 'kind', 'Kind'],
        ],
        ...[
          ['begin repeat', 'floor', 'Floor'],
          ['text', 'use', 'Use'],
          ['text', 'why', 'Why ${use} in ${kind}?'],
        ],
        ...[['end repeat'], ['end repeat']],
      ],
    },
  ])
  if (read.kind !== 'form') throw new Error(read.reason)
  expect(read.form.sections[1]?.fields[1]?.name).toBe('Why ${use} in \\${kind}?')
  expect(read.report.notes.map(({ row, column, level, message }) => [row, column, level, message])).toEqual([
    [4, 'type', 'info', expect.stringContaining('became a separate section')],
    [6, 'label', 'warning', expect.stringContaining('“kind” is on another level of nested repeats')],
  ])
})
