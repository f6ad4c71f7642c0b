import { limits } from '#contract/limits.ts'
import { type FieldKind, single } from './kind.ts'
import { outOfRange } from './range.ts'
import { withUnit } from './unit.ts'

/** A number as people write it: '-3', '12.5', '.5', and on the way there '-' or '12.'. */
const shape = /^-?\d*(?:\.\d*)?$/
/** '1,234.5' and '1,234,567': commas that group, as only several or a point behind them tell. */
const grouped = /^-?\d{1,3}(?:,\d{3})+\.\d*$|^-?\d{1,3}(?:,\d{3}){2,}$/

/** Any number, with a point whatever the keyboard offers. */
export const decimal: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  both: null,
  problem: (field, { value }) => (isNumber(value) ? outOfRange(field, value) : unfinished(value)),
  isMissing: ({ value }) => value === '',
  asText: ({ value }, field) => (isNumber(value) ? withUnit(tidy(value), field) : value),
  clean(_field, raw) {
    const typed = withPoint(raw.value.trim())
    const kept = numberIn(typed)
    if (kept.length > limits.numberDigitsMax) return single(kept.slice(0, limits.numberDigitsMax), 'too-long')
    return single(kept, kept === typed ? null : 'not-a-number')
  },
}

/** A comma is a point, unless it groups thousands. */
export function withPoint(typed: string): string {
  const plain = typed.replace(/^[−–]/, '-')
  return grouped.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.')
}

/** What of a text is of a number: a minus in front, the digits, the first point. */
export function numberIn(text: string): string {
  if (shape.test(text)) return text
  const sign = /^\s*-/.test(text) ? '-' : ''
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? `${sign}${whole}` : `${sign}${whole}.${rest.join('')}`
}

function isNumber(value: string): boolean {
  return /\d/.test(value)
}

/** What was typed stays as it is; a report writes '.5' and '12.' as they are read. */
function tidy(value: string): string {
  return value.replace(/^(-?)\./, '$10.').replace(/\.$/, '')
}

function unfinished(value: string) {
  return value === '' ? null : { message: 'surveys.enterNumber' as const }
}
