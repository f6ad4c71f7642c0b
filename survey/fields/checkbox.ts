import { optionLabel, optionOfText, resolveOption, valueOfOption } from '../option-values.ts'
import { type FieldKind, singleValue } from './kind.ts'

export const checkbox: FieldKind = {
  ...singleValue,
  valueShape: 'values',
  chooses: 'several',
  compared: 'choices',
  xlsform: { type: 'select_multiple', words: [] },
  isMissing: ({ values }) => values.length === 0,
  asText: ({ values }, field) => values.map((value) => optionLabel(field, value)).join(', '),
  asPlainText: ({ values }) => values.join(', '),
  exported: [
    {
      key: '',
      cell: ({ values }, field, { asValues }) =>
        values.length === 0 ? null : values.map((id) => (asValues ? valueOfOption : optionLabel)(field, id)),
    },
  ],
  /** Each choice as its option's value; the label if the option has no separate value. */
  node(field, { values }) {
    const chosen = field.optionValues ? values.map((id) => valueOfOption(field, id)) : values
    return { text: chosen.join(' '), chosen }
  },
  /** Stores each choice once, in the order of the options, so equal selections are equal answers. */
  clean(field, raw) {
    const sent = raw.values.map((value) => resolveOption(field, value))
    if (sent.some((id) => !field.options.includes(id))) {
      return { given: null, refusal: 'not-an-option' }
    }
    const values = field.options.filter((option) => sent.includes(option))
    return { given: { value: '', values }, refusal: null }
  },
  /** One option, or several option values separated by spaces as in XLSForm. */
  fromDefault(field, text) {
    const whole = optionOfText(field, text)
    return {
      values: whole === null ? text.split(/\s+/).map((each) => optionOfText(field, each) ?? each) : [whole],
    }
  },
  example: ({ options }) => ({ value: '', values: options.slice(0, 2) }),
  combine: (own, other) => ({ value: '', values: [...own.values, ...other.values] }),
}
