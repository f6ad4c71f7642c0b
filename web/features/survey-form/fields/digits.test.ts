import { expect, test } from 'vitest'
import { digitsIn, wholeFrom } from '#survey/fields/number-entry.ts'
import { entered, withBlocked } from './digits.ts'

/** What a person does with the field, by what it shows; '|' is the caret, '[..]' a selection. */
class Hand {
  all = ''
  shown = ''
  selected = { start: 0, end: 0 }

  /** As a soft keyboard does, which tells no keys: the text has it, and the field takes it out again. */
  type(text: string): this {
    for (const one of text) this.put(one)
    return this
  }

  put(text: string): this {
    const { start, end } = this.selected
    const now = this.shown.slice(0, start) + text + this.shown.slice(end)
    this.all = entered(this.all, now, this.selected)
    this.shown = digitsIn(now)
    return this.at(digitsIn(now.slice(0, start + text.length)).length)
  }

  /** As a keyboard's key that the field keeps back. */
  block(key: string): this {
    this.all = withBlocked(this.all, key, this.selected.start)
    return this
  }

  back(): this {
    const { start, end } = this.selected
    const from = start === end ? start - 1 : start
    const now = this.shown.slice(0, from) + this.shown.slice(end)
    this.all = entered(this.all, now, this.selected)
    this.shown = now
    return this.at(from)
  }

  at(start: number, end = start): this {
    this.selected = { start, end }
    return this
  }

  /** What is shown, and what it comes to. */
  get state(): readonly [string, string | null] {
    return [this.shown, wholeFrom(this.all, 'en-US')]
  }
}

const hand = () => new Hand()

test('8.5 is not 85, however its point was kept from the field', () => {
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

test('what was not taken behind the number, and words in front of it, change none', () => {
  expect(hand().put('two 2').state).toEqual(['2', '2'])
  expect(hand().put('$85').state).toEqual(['85', '85'])
  for (const end of ['.', 'e', ' ft', '%', ' m²']) expect(hand().type(`12${end}`).state).toEqual(['12', '12'])
})

test('what was not taken goes with the digits beside it', () => {
  expect(hand().type('8.5').back().state).toEqual(['8', '8'])
  expect(hand().type('8.5').back().type('6').state).toEqual(['86', '86'])
  expect(hand().type('8.5').at(0, 2).type('85').state).toEqual(['85', '85'])
  expect(hand().type('8.5').at(0, 2).put('85').state).toEqual(['85', '85'])
  expect(hand().type('8.5').at(0, 2).back().state).toEqual(['', ''])
})

test('a minus put in front of a number later makes it no whole number', () => {
  expect(hand().type('12').at(0).block('-').state).toEqual(['12', null])
  expect(hand().type('12').at(0).put('-').state).toEqual(['12', null])
})

test('pasted cells and fractions are refused, groups are read', () => {
  expect(hand().put('12\t13').state).toEqual(['1213', null])
  expect(hand().put('1,234.50').state).toEqual(['123450', null])
  expect(hand().put('1,234').state).toEqual(['1234', '1234'])
  expect(hand().type('1,23').state).toEqual(['123', null])
  expect(hand().put('12 - 14').state).toEqual(['1214', null])
})

test('digits of other scripts are digits', () => {
  expect(hand().put('\u0661\u0662').state).toEqual(['12', '12'])
  expect(hand().put('\uff11\uff12').state).toEqual(['12', '12'])
  expect(hand().put('\u06f1\u066b\u06f2').state).toEqual(['12', null])
})

test('no more digits than a number has are left out in silence', () => {
  expect(hand().put('9'.repeat(31)).state).toEqual(['9'.repeat(31), null])
})
