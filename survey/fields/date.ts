import { clockText, dayText, isClock, isDay } from './day.ts'
import { type FieldKind, single } from './kind.ts'

/** 'YYYY-MM-DD', a day of the calendar. */
export const date: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  both: null,
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => dayText(value),
  clean: (_field, { value }) =>
    value === '' || isDay(value) ? single(value) : { given: null, refusal: 'not-a-date' },
}

/** 'YYYY-MM-DDTHH:mm' by the clock on the site's wall: it says no time zone. */
export const dateTime: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  both: null,
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => (value === '' ? '' : `${dayText(value.slice(0, 10))} ${clockText(value.slice(11))}`),
  clean(_field, { value }) {
    const fits = isDay(value.slice(0, 10)) && value[10] === 'T' && isClock(value.slice(11))
    return value === '' || fits ? single(value) : { given: null, refusal: 'not-a-date' }
  },
}
