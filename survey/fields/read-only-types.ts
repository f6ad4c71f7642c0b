import { numberLocale } from '#contract/messages/spoken.ts'
import { optionLabel, optionOfText } from '../option-values.ts'
import { numberCell, textCell } from './cell.ts'
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
  exported: [],
}

/**
 * Computed from other answers on each read. A result that is one of the field's options shows that option's label in the
 * reader's language. Other results show as a number with the unit, or as text.
 */
export const calculated: FieldKind = {
  ...silent,
  computed: true,
  properties: ['unit', 'calculation'],
  compared: 'anything',
  exported: [
    {
      key: '',
      cell({ value }, field, { asValues }) {
        const option = value === '' || asValues ? null : optionOfText(field, value)
        return option === null ? numberCell(value) : optionLabel(field, option)
      },
    },
  ],
  xlsform: { type: 'calculate', words: [] },
  asText({ value }, field) {
    const option = value === '' ? null : optionOfText(field, value)
    return option === null ? withUnit(writeNumber(value, numberLocale()), field) : optionLabel(field, option)
  },
}

/** A type that this app version doesn't know. Its answers are read-only. */
export const unsupported: FieldKind = {
  ...silent,
  compared: 'anything',
  xlsform: { type: 'text', words: [] },
  asText: joined,
  asPlainText: joined,
  exported: [{ key: '', cell: (given) => textCell(joined(given)) }],
}

function joined({ value, values }: AnswerValue): string {
  return [value, ...values].filter((word) => word !== '').join(', ')
}
