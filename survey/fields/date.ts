import { type FieldKind, single } from './kind.ts'

/** 'YYYY-MM-DD', a day of the calendar. */
export const date: FieldKind = {
  asks: true,
  speaksBy: 'value',
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => dayText(value),
  clean: (_field, { value }) =>
    value === '' || isDay(value) ? single(value) : { given: null, refusal: 'not-a-date' },
}

/** 'YYYY-MM-DDTHH:mm' by the clock on the site's wall: it says no time zone. */
export const dateTime: FieldKind = {
  asks: true,
  speaksBy: 'value',
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => (value === '' ? '' : `${dayText(value.slice(0, 10))} ${value.slice(11, 16)}`),
  clean(_field, { value }) {
    const fits = isDay(value.slice(0, 10)) && /^T(?:[01]\d|2[0-3]):[0-5]\d$/.test(value.slice(10))
    return value === '' || fits ? single(value) : { given: null, refusal: 'not-a-date' }
  },
}

/** MM/DD/YYYY (spec §9). */
function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return date ? `${month}/${date}/${year}` : ''
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
