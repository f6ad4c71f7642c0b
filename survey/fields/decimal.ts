import { limits } from '#contract/limits.ts'
import { numberLocale } from '#contract/messages/spoken.ts'
import { numberPart } from './cell.ts'
import { type FieldKind, single, singleValue } from './kind.ts'
import { asciiDigits, writeNumber } from './number-text.ts'
import { exampleNumber, outOfRange } from './range.ts'
import { withUnit } from './unit.ts'

/**
 * The stored form: a number with a decimal point. Also accepts unfinished input that devices stored, '-' or
 * '12.'.
 */
const shape = /^-?\d*(?:\.\d*)?$/

/** A decimal number. The form converts from the reader's locale; the stored form never contains a comma. */
export const decimal: FieldKind = {
  ...singleValue,
  family: 'number',
  properties: ['unit', 'min', 'max'],
  compared: 'number',
  exported: [numberPart],
  xlsform: { type: 'decimal', words: ['decimal', 'range'] },
  problem: (field, { value }) => (isNumber(value) ? outOfRange(field, value) : unfinished(value)),
  asText: ({ value }, field) =>
    isNumber(value) ? withUnit(writeNumber(tidy(value), numberLocale()), field) : value,
  clean(_field, raw) {
    const number = asciiDigits(raw.value.trim()).replace(/^[\u2212\u2013]/, '-')
    if (!shape.test(number)) return { given: null, refusal: 'not-a-number' }
    if (number.length > limits.numberDigitsMax) return { given: null, refusal: 'too-long' }
    return single(number)
  },
  example: exampleNumber,
}

function isNumber(value: string): boolean {
  return /\d/.test(value)
}

/** The stored text keeps '.5' and '12.'; reports show '0.5' and '12'. */
function tidy(value: string): string {
  return value.replace(/^(-?)\./, '$10.').replace(/\.$/, '')
}

function unfinished(value: string) {
  return value === '' ? null : { message: 'surveys.enterNumber' as const }
}
