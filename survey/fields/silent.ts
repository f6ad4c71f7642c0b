import { type FieldKind, single } from './kind.ts'

/** Fields that ask nothing. A note has no answer; a calculated one's is worked out wherever it is read. */
export const silent: FieldKind = {
  asks: false,
  speaksBy: 'value',
  isMissing: () => false,
  asText: ({ value }) => value,
  clean: (_field, { value }) => (value === '' ? single('') : { given: null, refusal: 'not-readable' }),
}
