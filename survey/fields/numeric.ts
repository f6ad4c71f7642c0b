import { limits } from '#contract/limits.ts'
import { type FieldKind, single } from './kind.ts'
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
  clean(_field, raw) {
    const typed = raw.value.trim()
    const digits = typed.replace(/[^0-9]/g, '')
    if (digits.length > limits.numberDigitsMax)
      return single(digits.slice(0, limits.numberDigitsMax), 'too-long')
    return single(digits, digits === typed ? null : 'not-a-number')
  },
}
