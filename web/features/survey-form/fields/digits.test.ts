import { expect, test } from 'vitest'
import { digitsIn, parseWholeNumber } from '#survey/fields/number-entry.ts'
import { insertBlockedKey, mergeInput } from './digits.ts'

/** Simulates a user of the field. `shown` is the field's text and `selected` its caret or selection. */
class Hand {
  all = ''
  shown = ''
  selected = { start: 0, end: 0 }

  /**
   * Types as a soft keyboard does: without key events, so the field removes rejected characters afterwards.
   */
  type(text: string): this {
    for (const one of text) this.put(one)
    return this
  }

  put(text: string): this {
    const { start, end } = this.selected
    const now = this.shown.slice(0, start) + text + this.shown.slice(end)
    this.all = mergeInput(this.all, now, this.selected)
    this.shown = digitsIn(now)
    return this.at(digitsIn(now.slice(0, start + text.length)).length)
  }

  /** Presses a key that the field blocks. */
  block(key: string): this {
    this.all = insertBlockedKey(this.all, key, this.selected.start)
    return this
  }

  back(): this {
    const { start, end } = this.selected
    const from = start === end ? start - 1 : start
    const now = this.shown.slice(0, from) + this.shown.slice(end)
    this.all = mergeInput(this.all, now, this.selected)
    this.shown = now
    return this.at(from)
  }

  at(start: number, end = start): this {
    this.selected = { start, end }
    return this
  }

  /** The displayed text and the number it is read as. */
  get state(): readonly [string, string | null] {
    return [this.shown, parseWholeNumber(this.all, 'en-US')]
  }
}

const hand = () => new Hand()

test('does not read 8.5 as 85 if the point was removed or blocked', () => {
  expect(hand().type('8').state).toEqual(['8', '8'])
  expect(hand().type('8.').state).toEqual(['8', '8'])
  expect(hand().type('8.5').state).toEqual(['85', null])
  expect(hand().type('8').block('.').type('5').state).toEqual(['85', null])
  expect(hand().type('8').block(',').type('5').state).toEqual(['85', null])
  expect(hand().block('-').type('5').state).toEqual(['5', null])
  expect(hand().type('1e3').state).toEqual(['13', null])
  for (const front of ['.', ',', '+', '(', '\u2212', '3 x '])
    expect(hand().put(`${front}5`).state[1]).toBeNull()
})

test('ignores rejected characters after the number and words before it', () => {
  expect(hand().put('two 2').state).toEqual(['2', '2'])
  expect(hand().put('$85').state).toEqual(['85', '85'])
  for (const end of ['.', 'e', ' ft', '%', ' m²']) expect(hand().type(`12${end}`).state).toEqual(['12', '12'])
})

test('forgets rejected characters when the digits beside them are deleted', () => {
  expect(hand().type('8.5').back().state).toEqual(['8', '8'])
  expect(hand().type('8.5').back().type('6').state).toEqual(['86', '86'])
  expect(hand().type('8.5').at(0, 2).type('85').state).toEqual(['85', '85'])
  expect(hand().type('8.5').at(0, 2).put('85').state).toEqual(['85', '85'])
  expect(hand().type('8.5').at(0, 2).back().state).toEqual(['', ''])
})

test('rejects a number if a minus is inserted before it later', () => {
  expect(hand().type('12').at(0).block('-').state).toEqual(['12', null])
  expect(hand().type('12').at(0).put('-').state).toEqual(['12', null])
})

test('rejects pasted cells and fractions and reads thousands separators', () => {
  expect(hand().put('12\t13').state).toEqual(['1213', null])
  expect(hand().put('1,234.50').state).toEqual(['123450', null])
  expect(hand().put('1,234').state).toEqual(['1234', '1234'])
  expect(hand().type('1,23').state).toEqual(['123', null])
  expect(hand().put('12 - 14').state).toEqual(['1214', null])
})

test('reads digits of other scripts', () => {
  expect(hand().put('\u0661\u0662').state).toEqual(['12', '12'])
  expect(hand().put('\uff11\uff12').state).toEqual(['12', '12'])
  expect(hand().put('\u06f1\u066b\u06f2').state).toEqual(['12', null])
})

test('rejects more digits than a number may have', () => {
  expect(hand().put('9'.repeat(31)).state).toEqual(['9'.repeat(31), null])
})
