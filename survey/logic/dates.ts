import { type DateParts, datePartsIn, isList, textNumber, toNumber, toText, type Value } from './value.ts'

const dayLength = 86_400_000
/** The range of four-digit years. */
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59Z')

/**
 * Returns YYYY-MM-DD for a date, a date-time (as written, ignoring its zone) or a number of days; otherwise
 * ''.
 */
export function dateText(value: Value): string {
  const parts = partsOf(value)
  return parts ? `${padded(parts.year, 4)}-${padded(parts.month)}-${padded(parts.day)}` : ''
}

/**
 * Formats by XLSForm's codes: `%d.%m.%Y`. Month and day names are English, so device and server get the same
 * text.
 */
export function formatted(value: Value, format: string): string {
  const parts = partsOf(value)
  if (!parts) return ''
  const { year, month, day, hour, minute, second } = parts
  // 'Mon, 05 Jan 2026 …' in every locale.
  const named = dateOf(parts).toUTCString()
  const signs: Readonly<Record<string, string>> = {
    Y: padded(year, 4),
    y: padded(year % 100),
    m: padded(month),
    n: String(month),
    b: named.slice(8, 11),
    d: padded(day),
    e: String(day),
    H: padded(hour),
    h: String(hour),
    M: padded(minute),
    S: padded(Math.floor(second)),
    '3': '000',
    a: named.slice(0, 3),
  }
  return format.replace(/%([A-Za-z0-9%])/g, (whole, sign: string) =>
    sign === '%' ? '%' : Object.hasOwn(signs, sign) ? (signs[sign] ?? '') : whole,
  )
}

function partsOf(value: Value): DateParts | null {
  const text = isList(value) || typeof value === 'string' ? toText(value).trim() : ''
  const written = datePartsIn(text)
  if (written) return Number.isNaN(textNumber(text)) ? null : written
  const milliseconds = Math.round(toNumber(value) * dayLength)
  if (!(milliseconds >= earliest && milliseconds <= latest)) return null
  const date = new Date(milliseconds)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

function dateOf({ year, month, day }: DateParts): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

function padded(part: number, length = 2): string {
  return String(part).padStart(length, '0')
}
