import { limits } from '#contract/limits.ts'
import { type FieldKind, single } from './kind.ts'
import { asciiDigits } from './number-text.ts'
import { outOfRange } from './range.ts'
import { withUnit } from './unit.ts'

export const numeric: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  problem: (field, { value }) => outOfRange(field, value),
  both: null,
  isMissing: ({ value }) => value === '',
  asText: ({ value }, field) => withUnit(value, field),
  /** What is no whole number is not made one: of '8.5', '85' is another number. */
  clean(_field, raw) {
    const digits = asciiDigits(raw.value.trim())
    if (!/^\d*$/.test(digits)) return { given: null, refusal: 'not-a-number' }
    if (digits.length > limits.numberDigitsMax) return { given: null, refusal: 'too-long' }
    return single(digits)
  },
}
