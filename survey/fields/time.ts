import { clockText, isClock } from './day.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

/** 'HH:mm', a time of day by the clock on the site's wall. */
export const time: FieldKind = {
  ...singleValue,
  compared: 'order',
  onPaper: { type: 'time', words: ['time'] },
  asText: ({ value }) => (value === '' ? '' : clockText(value)),
  clean: (_field, { value }) =>
    value === '' || isClock(value) ? single(value) : { given: null, refusal: 'not-a-time' },
  /** Other tools write its seconds, too. */
  fromDefault: (_field, text) => ({ value: text.replace(/^(\d\d:\d\d):\d\d(?:\.\d+)?$/, '$1') }),
  example: () => one('09:00'),
}
