import { optionLabel } from '../option-values.ts'
import { type FieldKind, single } from './kind.ts'

/** One of the field's options, or nothing: what radio and select have in common. */
export const oneOf: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'value',
  both: null,
  isMissing: ({ value }) => value === '',
  asText: ({ value }, field) => optionLabel(field, value),
  clean(field, raw) {
    const known = raw.value === '' || field.options.includes(raw.value)
    return known ? single(raw.value) : { given: null, refusal: 'not-an-option' }
  },
}
