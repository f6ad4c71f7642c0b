import { SSF } from '@e965/xlsx'

const secondsOfDay = 86_400

/**
 * Returns a number as the spreadsheet shows it, for a label: 10%, $450.00. Days and times are those of
 * `numberText`.
 */
export function shownNumber(value: number, format: string, isDate1904: boolean): string {
  const text = numberText(value, format, isDate1904)
  if (format === 'General' || SSF.is_date(format)) return text
  try {
    return SSF.format(format, value).trim() || text
  } catch {
    // Spreadsheets show the plain number for an invalid format.
    return text
  }
}

/** Returns a number cell as a form writes it: days and times in ISO 8601 order, with a space between the two. */
export function numberText(value: number, format: string, isDate1904: boolean): string {
  // Spreadsheets calculate with 15 digits; further digits are rounding noise.
  const plain = String(Number(value.toPrecision(15)))
  if (!SSF.is_date(format)) return plain
  const shown = partsShown(format)
  const seconds = Math.round(value * secondsOfDay)
  const withSeconds = shown.seconds || seconds % 60 !== 0
  if (shown.elapsed) return value < 0 ? plain : clockText(seconds, withSeconds)
  const moment = SSF.parse_date_code(Math.floor(seconds / secondsOfDay), { date1904: isDate1904 })
  // Outside the calendar's range.
  if (!moment || moment.y > 9_999) return plain
  const clock = clockText(seconds % secondsOfDay, withSeconds)
  // Day 0 of the 1900 system is not a day: the cell has only a time.
  const isOnlyTime = moment.d === 0 || (!shown.date && shown.time)
  if (isOnlyTime) return clock
  // A weekday, a month or a duration has no ISO form.
  if (!shown.date) return SSF.format(format, value, { date1904: isDate1904 })
  const day = `${String(moment.y).padStart(4, '0')}-${two(moment.m)}-${two(moment.d)}`
  return shown.time ? `${day} ${clock}` : day
}

/** Formats a duration; hours may exceed 24. */
function clockText(seconds: number, withSeconds: boolean): string {
  const minutes = Math.floor(seconds / 60)
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return withSeconds ? `${clock}:${two(seconds % 60)}` : clock
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/**
 * Returns which parts a date format shows for positive numbers. `date`: at least month and day, or a year.
 */
function partsShown(format: string) {
  const letters = format
    .replace(/"[^"]*"|\\.|_./g, '')
    .replace(/;.*$/s, '')
    .toLowerCase()
  const elapsed = /\[(?:h+|m+|s+)\]/.test(letters)
  const codes = letters.replace(/\[[^\]]*\]/g, '')
  const seconds = codes.includes('s') || /\[s+\]/.test(letters)
  const time = /h|s|a\/p|am\/pm/.test(codes)
  // Next to hours or seconds, `m` means minutes, unless the format has a day or a year.
  const date = /[yeb]/.test(codes) || (codes.includes('d') && codes.includes('m'))
  return { elapsed, seconds, time, date }
}
