import { limits } from '#contract/limits.ts'
import { type FieldKind, single } from './kind.ts'
import { outOfRange } from './range.ts'

/** A number as people write it: '-3', '12.5', '.5', and on the way there '-' or '12.'. */
const shape = /^-?\d*(?:\.\d*)?$/

/** Any number, with a point whatever the keyboard offers. */
export const decimal: FieldKind = {
  asks: true,
  speaksBy: 'value',
  problem: (field, { value }) => (isNumber(value) ? outOfRange(field, value) : unfinished(value)),
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => value,
  clean(_field, raw) {
    const typed = raw.value.trim().replace('−', '-').replace(',', '.')
    const kept = shape.test(typed) ? typed : (/-?\d+(?:\.\d*)?/.exec(typed)?.[0] ?? '')
    if (kept.length > limits.numberDigitsMax) return single(kept.slice(0, limits.numberDigitsMax), 'too-long')
    return single(kept, kept === typed ? null : 'not-a-number')
  },
}

function isNumber(value: string): boolean {
  return /\d/.test(value)
}

function unfinished(value: string) {
  return value === '' ? null : { message: 'surveys.enterNumber' as const }
}
