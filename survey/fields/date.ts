import { clockText, dayText, isClock, isDay } from './day.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

/** 'YYYY-MM-DD', a calendar date. */
export const date: FieldKind = {
  ...singleValue,
  compared: 'order',
  xlsform: { type: 'date', words: ['date'] },
  asText: ({ value }) => dayText(value),
  exported: [
    { key: '', cell: ({ value }) => (value === '' ? null : { kind: 'day', text: value, zone: null }) },
  ],
  clean: (_field, { value }) =>
    value === '' || isDay(value) ? single(value) : { given: null, refusal: 'not-a-date' },
  /** Spreadsheets write a date as midnight. */
  fromDefault: (_field, text) => ({ value: text.replace(/^(\d{4}-\d\d-\d\d)[T ]00:00(?::00)?$/, '$1') }),
  example: (_field, today) => one(today),
}

/** 'YYYY-MM-DDTHH:mm' in the site's local time, without a time zone. */
export const dateTime: FieldKind = {
  ...singleValue,
  compared: 'order',
  xlsform: { type: 'datetime', words: ['datetime'] },
  asText: ({ value }) => (value === '' ? '' : `${dayText(value.slice(0, 10))} ${clockText(value.slice(11))}`),
  exported: [
    {
      key: '',
      cell: ({ value }, _field, { timeZone }) =>
        value === '' ? null : { kind: 'both', text: value, zone: timeZone },
    },
  ],
  clean(_field, { value }) {
    const fits = isDay(value.slice(0, 10)) && value[10] === 'T' && isClock(value.slice(11))
    return value === '' || fits ? single(value) : { given: null, refusal: 'not-a-date' }
  },
  /** Other tools and spreadsheets separate date and time with a space and write seconds. */
  fromDefault: (_field, text) => ({
    value: text.replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/, '$1T$2'),
  }),
  example: (_field, today) => one(`${today}T09:00`),
}
