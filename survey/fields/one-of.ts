import { optionLabel, optionOfText, resolveOption, valueOfOption } from '../option-values.ts'
import { textCell } from './cell.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

/** Shared by radio and select: one of the field's options, or empty. */
export const oneOf = {
  ...singleValue,
  chooses: 'one',
  family: 'choice',
  compared: 'choice',
  asText: ({ value }, field) => optionLabel(field, value),
  exported: [
    {
      key: '',
      cell: ({ value }, field, { asValues }) =>
        textCell(value === '' ? '' : (asValues ? valueOfOption : optionLabel)(field, value)),
    },
  ],
  clean(field, raw) {
    const id = resolveOption(field, raw.value)
    const known = id === '' || field.options.includes(id)
    return known ? single(id) : { given: null, refusal: 'not-an-option' }
  },
  fromDefault: (field, text) => ({ value: optionOfText(field, text) ?? text }),
  example: ({ options: [first = ''] }) => one(first),
} as const satisfies Partial<FieldKind>
