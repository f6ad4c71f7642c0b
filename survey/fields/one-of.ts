import { optionLabel, optionOfText } from '../option-values.ts'
import { type FieldKind, one, single, singleValue } from './kind.ts'

/** One of the field's options, or nothing: what radio and select have in common. */
export const oneOf = {
  ...singleValue,
  chooses: 'one',
  family: 'choice',
  compared: 'choice',
  asText: ({ value }, field) => optionLabel(field, value),
  clean(field, raw) {
    const known = raw.value === '' || field.options.includes(raw.value)
    return known ? single(raw.value) : { given: null, refusal: 'not-an-option' }
  },
  fromDefault: (field, text) => ({ value: optionOfText(field, text) ?? text }),
  example: ({ options: [first = ''] }) => one(first),
} as const satisfies Partial<FieldKind>
