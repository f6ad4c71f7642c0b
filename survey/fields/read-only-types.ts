import { numberLocale } from '#contract/messages/spoken.ts'
import { type AnswerValue, type FieldKind, one, single, singleValue } from './kind.ts'
import { writeNumber } from './number-text.ts'
import { withUnit } from './unit.ts'

/** Shared by fields that accept no answer. */
const silent = {
  ...singleValue,
  answerable: false,
  copyable: false,
  isMissing: () => false,
  /** These fields have no answer to set. */
  fromDefault: null,
  example: () => one(''),
  clean: (_field, { value }) => (value === '' ? single('') : { given: null, refusal: 'not-readable' }),
} satisfies Partial<FieldKind>

/** Text for the surveyor. It belongs to the template and is neither reported, counted nor stored. */
export const note: FieldKind = {
  ...silent,
  reported: false,
  compared: 'text',
  xlsform: { type: 'note', words: ['note'] },
  asText: () => '',
}

/** Computed from other answers on each read. The report appends the unit. */
export const calculated: FieldKind = {
  ...silent,
  computed: true,
  properties: ['unit', 'calculation'],
  compared: 'anything',
  xlsform: { type: 'calculate', words: [] },
  asText: ({ value }, field) => withUnit(writeNumber(value, numberLocale()), field),
}

/** A type that this app version doesn't know. Its answers are read-only. */
export const unsupported: FieldKind = {
  ...silent,
  compared: 'anything',
  xlsform: { type: 'text', words: [] },
  asText: joined,
  asPlainText: joined,
}

function joined({ value, values }: AnswerValue): string {
  return [value, ...values].filter((word) => word !== '').join(', ')
}
