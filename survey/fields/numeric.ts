import { limits } from '#contract/limits.ts'
import { numberPart } from './cell.ts'
import { type FieldKind, single, singleValue } from './kind.ts'
import { asciiDigits } from './number-text.ts'
import { exampleNumber, outOfRange } from './range.ts'
import { withUnit } from './unit.ts'

export const numeric: FieldKind = {
  ...singleValue,
  family: 'number',
  properties: ['min', 'max'],
  compared: 'number',
  exported: [numberPart],
  hints: true,
  xlsform: { type: 'integer', words: ['integer', 'int'] },
  problem: (field, { value }) => outOfRange(field, value),
  asText: ({ value }, field) => withUnit(value, field),
  /** Rejects anything but a whole number: stripping '8.5' to '85' would change the number. */
  clean(_field, raw) {
    const digits = asciiDigits(raw.value.trim())
    if (!/^\d*$/.test(digits)) return { given: null, refusal: 'not-a-number' }
    if (digits.length > limits.numberDigitsMax) return { given: null, refusal: 'too-long' }
    return single(digits)
  },
  example: exampleNumber,
}
