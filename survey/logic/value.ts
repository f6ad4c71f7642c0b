/** An answer as an expression reads it: its text, and the choices for `selected()`. */
export interface AnswerNode {
  readonly text: string
  readonly chosen: readonly string[]
}

/** The result of an expression. A reference evaluates to the list of answers it refers to. */
export type Value = number | string | boolean | readonly AnswerNode[]

export const noNode: AnswerNode = { text: '', chosen: [] }

/** Returns a list's first answer; '' for an empty list, such as a hidden field. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return value[0]?.text ?? ''
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return textNumber(toText(value))
}

/** A list is true if any of its answers is non-empty: `${key}` alone tests for an answer. */
export function toBoolean(value: Value): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  if (typeof value === 'string') return value !== ''
  return value.some(({ text }) => text !== '')
}

export function isList(value: Value): value is readonly AnswerNode[] {
  return typeof value === 'object'
}

const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/
const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

const clock = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/

/**
 * Dates are days since 1970, like in XLSForm: they compare, and `today() - ${date}` is in days. A time is a
 * fraction of a day: `(${end} - ${begin}) * 24` is in hours.
 */
export function textNumber(text: string): number {
  const trimmed = text.trim()
  if (decimal.test(trimmed)) return Number(trimmed)
  if (trimmed.length > 40) return Number.NaN
  const [, hours, minutes, seconds = 0] = clock.exec(trimmed) ?? []
  if (hours === undefined) return dateDays(trimmed)
  return Number(hours) / 24 + Number(minutes) / 1_440 + Number(seconds) / 86_400
}

function dateDays(text: string): number {
  const found = datePartsIn(text)
  if (!found) return Number.NaN
  const { year, month, day, hour, minute, second, zone } = found
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day) return Number.NaN
  const minutes = hour * 60 + minute - zoneMinutes(zone)
  return date.getTime() / 86_400_000 + minutes / 1_440 + second / 86_400
}

export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly zone?: string | undefined
}

/** Parses a date or date-time as written, ignoring its zone; null if the text is neither. */
export function datePartsIn(text: string): DateParts | null {
  const found = text.length <= 40 ? isoDate.exec(text) : null
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  return { year, month, day, hour, minute, second, zone: found[7] }
}

/** A text without a zone counts as UTC, so both sides of a comparison use one clock. */
function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

/** Formats without an exponent and without binary rounding noise: 0.1 + 0.2 is 0.3. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded === 0 ? 0 : rounded)
  if (!text.includes('e')) return text
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString()
  const [mantissa = '', exponent = ''] = text.split('e-')
  const digits = mantissa.replace(/[-.]/g, '')
  return `${rounded < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`
}
