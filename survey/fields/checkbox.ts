import { optionLabel } from '../option-values.ts'
import type { FieldKind } from './kind.ts'

export const checkbox: FieldKind = {
  asks: true,
  reported: true,
  speaksBy: 'values',
  isMissing: ({ values }) => values.length === 0,
  asText: ({ values }, field) => values.map((value) => optionLabel(field, value)).join(', '),
  /** In the order of the options, each once: two people who ticked the same boxes gave the same answer. */
  clean(field, raw) {
    if (raw.values.some((value) => !field.options.includes(value))) {
      return { given: null, refusal: 'not-an-option' }
    }
    const values = field.options.filter((option) => raw.values.includes(option))
    return { given: { value: '', values }, refusal: null }
  },
  both: (own, other) => ({ value: '', values: [...own.values, ...other.values] }),
}
