import { clockText, isClock } from './day.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

/** 'HH:mm', a local time of day on site. */
export const time: FieldKind = {
  ...singleValue,
  compared: 'order',
  xlsform: { type: 'time', words: ['time'] },
  asText: ({ value }) => (value === '' ? '' : clockText(value)),
  exported: [
    { key: '', cell: ({ value }) => (value === '' ? null : { kind: 'clock', text: value, zone: null }) },
  ],
  clean: (_field, { value }) =>
    value === '' || isClock(value) ? single(value) : { given: null, refusal: 'not-a-time' },
  /** Other tools also write seconds. */
  fromDefault: (_field, text) => ({ value: text.replace(/^(\d\d:\d\d):\d\d(?:\.\d+)?$/, '$1') }),
  example: () => one('09:00'),
}
