import { limits } from '#contract/limits.ts'
import { asciiDigits, readNumber } from './number-text.ts'

/*
 * Parses text from a number field as the reader's locale writes numbers. Returns the stored form, '' for
 * empty input, and null if the text is not a number. Never builds a number from parts of the text.
 */

export function parseDecimal(typed: string, locale: string): string | null {
  return typed.trim() === '' ? '' : notTooLong(readNumber(typed, locale))
}

/** Words or a currency before a number, and anything without digits after it, don't change the number. */
const besideOne = /^[\p{L}\p{M}\p{Zs}\p{Sc}]*\d+\D*$/u

/**
 * Parses the input of a digits-only field. `typed` is the full input, including characters that the field
 * hides. 'two 2' and '12 ft' contain one whole number; '8.5' and '-5' none; '1,234' one if commas group.
 */
export function parseWholeNumber(typed: string, locale: string): string | null {
  const digits = digitsIn(typed)
  if (digits === '') return ''
  return besideOne.test(asciiDigits(typed)) || readNumber(typed, locale) === digits
    ? notTooLong(digits)
    : null
}

/** Returns only the digits, as the field shows them. */
export function digitsIn(typed: string): string {
  return asciiDigits(typed).replace(/\D/g, '')
}

function notTooLong(number: string | null): string | null {
  return number !== null && number.length <= limits.numberDigitsMax ? number : null
}
