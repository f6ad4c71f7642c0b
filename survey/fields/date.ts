import { clockText, dayText, isClock, isDay } from './day.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

/** 'YYYY-MM-DD', a day of the calendar. */
export const date: FieldKind = {
  ...singleValue,
  compared: 'order',
  onPaper: { type: 'date', words: ['date'] },
  asText: ({ value }) => dayText(value),
  clean: (_field, { value }) =>
    value === '' || isDay(value) ? single(value) : { given: null, refusal: 'not-a-date' },
  example: (_field, today) => one(today),
}

/** 'YYYY-MM-DDTHH:mm' by the clock on the site's wall: it says no time zone. */
export const dateTime: FieldKind = {
  ...singleValue,
  compared: 'order',
  onPaper: { type: 'datetime', words: ['datetime'] },
  asText: ({ value }) => (value === '' ? '' : `${dayText(value.slice(0, 10))} ${clockText(value.slice(11))}`),
  clean(_field, { value }) {
    const fits = isDay(value.slice(0, 10)) && value[10] === 'T' && isClock(value.slice(11))
    return value === '' || fits ? single(value) : { given: null, refusal: 'not-a-date' }
  },
  example: (_field, today) => one(`${today}T09:00`),
}
