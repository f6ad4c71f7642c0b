import { describe, expect, test } from 'vitest'
import { type EarlierValue, worthBringingBack } from './earlier-values.ts'
import type { AnswerValue } from './fields/kind.ts'
import { plainField, type TemplateField } from './template.ts'

const text: TemplateField = { ...plainField, id: 'f', name: 'Notes', type: 'long_text' }
const number: TemplateField = { ...text, type: 'numeric' }
const radio: TemplateField = { ...text, type: 'radio', options: ['No', 'Not inspected', 'Yes'] }
const checkbox: TemplateField = { ...text, type: 'checkbox', options: ['Rust', 'Leaks', 'Rot'] }

const second = 1_000
const minute = 60 * second
const start = Date.parse('2026-11-01T08:00:00.000Z')

/** Given one after the other, each so many milliseconds after the one before; the last stands now. */
function left(field: TemplateField, pause: number, ...given: readonly (string | readonly string[])[]) {
  const values = given.map((one, index) => ({
    ...asGiven(one),
    at: new Date(start + index * pause).toISOString(),
    lost: false,
  }))
  const now = values.at(-1)
  if (!now) throw new Error('nothing was given')
  return shown(worthBringingBack(field, { ...now, editedAt: now.at }, values.slice(0, -1).reverse()))
}

function asGiven(given: string | readonly string[]): AnswerValue {
  return typeof given === 'string' ? { value: given, values: [] } : { value: '', values: given }
}

function shown(values: readonly AnswerValue[]) {
  return values.map(({ value, values }) => (value === '' ? values : value))
}

describe('what was saved on the way is not offered', () => {
  test('a text that was typed in one go', () => {
    expect(left(text, second, '', 'E', 'East', 'East wing')).toEqual([])
  })
  test('letters that were taken back before something else was typed: the whole is offered alone', () => {
    expect(left(text, second, 'East wing', 'East w', 'Ea', '', 'W', 'West')).toEqual(['East wing'])
  })
  test('a number that was typed digit by digit, over another one', () => {
    expect(left(number, second, '48', '4', '', '1', '12', '125')).toEqual(['48'])
  })
  test('boxes that were ticked one after the other', () => {
    expect(left(checkbox, second, ['Rust'], ['Rust', 'Leaks'], ['Rust', 'Leaks', 'Rot'])).toEqual([])
  })
})

describe('what somebody may want back is', () => {
  test('a long note that was replaced right after its last word', () => {
    expect(left(text, second, 'Door', 'Door sticks, key at the desk', 'x')).toEqual([
      'Door sticks, key at the desk',
    ])
  })
  test('a choice, also one whose words begin another one', () => {
    expect(left(radio, 5 * minute, 'No', 'Not inspected', 'Yes')).toEqual(['Not inspected', 'No'])
  })
  test('a number that was right until somebody added a digit', () => {
    expect(left(number, 5 * minute, '12', '125')).toEqual(['12'])
  })
  test('boxes that were cleared', () => {
    expect(left(checkbox, 5 * minute, ['Rust', 'Leaks'], [])).toEqual([['Rust', 'Leaks']])
  })
  test('each once, and not what stands now', () => {
    expect(left(text, 5 * minute, 'North', 'South', 'North', 'South', 'East', 'South')).toEqual([
      'East',
      'North',
    ])
  })
  test('what never stood because somebody had given a later one', () => {
    const at = new Date(start).toISOString()
    const lost: EarlierValue = { value: 'East', values: [], at, lost: true }
    const now = { value: 'East wing', values: [], editedAt: at }
    expect(shown(worthBringingBack(text, now, [lost]))).toEqual(['East'])
  })
})
