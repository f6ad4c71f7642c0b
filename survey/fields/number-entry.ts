import { limits } from '#contract/limits.ts'
import { asciiDigits, readNumber } from './number-text.ts'

/*
 * What a text in a number field comes to for whoever writes numbers as the locale does: the number in the form in
 * which it is kept, '' where nothing was given, null where it is none. Nothing is made up of parts of it.
 */

export function decimalFrom(typed: string, locale: string): string | null {
  return typed.trim() === '' ? '' : notTooLong(readNumber(typed, locale))
}

/** Words and currencies in front of a number make it no other, and neither does what stands behind it. */
const besideOne = /^[\p{L}\p{M}\p{Zs}\p{Sc}]*\d+\D*$/u

/**
 * Of a field that takes digits only: `typed` is all that was entered, with what the field did not take. 'two 2' and
 * '12 ft' say one whole number; '8.5' and '-5' say none, and '1,234' says one where commas group.
 */
export function wholeFrom(typed: string, locale: string): string | null {
  const digits = digitsIn(typed)
  if (digits === '') return ''
  return besideOne.test(asciiDigits(typed)) || readNumber(typed, locale) === digits
    ? notTooLong(digits)
    : null
}

/** The digits alone, as such a field shows them. */
export function digitsIn(typed: string): string {
  return asciiDigits(typed).replace(/\D/g, '')
}

function notTooLong(number: string | null): string | null {
  return number !== null && number.length <= limits.numberDigitsMax ? number : null
}
