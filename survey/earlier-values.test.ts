import { describe, expect, test } from 'vitest'
import { type EarlierValue, restorableValues } from './earlier-values.ts'
import type { AnswerValue } from './fields/kind.ts'
import { plainField, type TemplateField } from './template.ts'

const text: TemplateField = { ...plainField, id: 'f', name: 'Notes', type: 'long_text' }
const number: TemplateField = { ...text, type: 'numeric' }
const radio: TemplateField = { ...text, type: 'radio', options: ['No', 'Not inspected', 'Yes'] }
const checkbox: TemplateField = { ...text, type: 'checkbox', options: ['Rust', 'Leaks', 'Rot'] }

const second = 1_000
const minute = 60 * second
const start = Date.parse('2026-11-01T08:00:00.000Z')

/**
 * Enters values with this pause in milliseconds; the last is current. Returns the values offered for
 * restoring.
 */
function left(field: TemplateField, pause: number, ...given: readonly (string | readonly string[])[]) {
  const values = given.map((one, index) => ({
    ...asGiven(one),
    at: new Date(start + index * pause).toISOString(),
    lost: false,
  }))
  const now = values.at(-1)
  if (!now) throw new Error('nothing was given')
  return shown(restorableValues(field, { ...now, editedAt: now.at }, values.slice(0, -1).reverse()))
}

function asGiven(given: string | readonly string[]): AnswerValue {
  return typeof given === 'string' ? { value: given, values: [] } : { value: '', values: given }
}

function shown(values: readonly AnswerValue[]) {
  return values.map(({ value, values }) => (value === '' ? values : value))
}

describe('does not offer intermediate values', () => {
  test('of text typed in one go', () => {
    expect(left(text, second, '', 'E', 'East', 'East wing')).toEqual([])
  })
  test('of deleted text, only the whole text', () => {
    expect(left(text, second, 'East wing', 'East w', 'Ea', '', 'W', 'West')).toEqual(['East wing'])
  })
  test('of a number typed over another one', () => {
    expect(left(number, second, '48', '4', '', '1', '12', '125')).toEqual(['48'])
  })
  test('of boxes checked one after the other', () => {
    expect(left(checkbox, second, ['Rust'], ['Rust', 'Leaks'], ['Rust', 'Leaks', 'Rot'])).toEqual([])
  })
})

describe('offers', () => {
  test('a long note that was replaced right after it was typed', () => {
    expect(left(text, second, 'Door', 'Door sticks, key at the desk', 'x')).toEqual([
      'Door sticks, key at the desk',
    ])
  })
  test('a choice, even if it is the prefix of another one', () => {
    expect(left(radio, 5 * minute, 'No', 'Not inspected', 'Yes')).toEqual(['Not inspected', 'No'])
  })
  test('a number before a digit was added later', () => {
    expect(left(number, 5 * minute, '12', '125')).toEqual(['12'])
  })
  test('boxes that were cleared', () => {
    expect(left(checkbox, 5 * minute, ['Rust', 'Leaks'], [])).toEqual([['Rust', 'Leaks']])
  })
  test('each value once, without the current one', () => {
    expect(left(text, 5 * minute, 'North', 'South', 'North', 'South', 'East', 'South')).toEqual([
      'East',
      'North',
    ])
  })
  test('a value that lost to a later one', () => {
    const at = new Date(start).toISOString()
    const lost: EarlierValue = { value: 'East', values: [], at, lost: true }
    const now = { value: 'East wing', values: [], editedAt: at }
    expect(shown(restorableValues(text, now, [lost]))).toEqual(['East'])
  })
})
