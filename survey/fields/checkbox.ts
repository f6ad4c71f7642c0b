import { optionLabel, optionOfText, optionSent, valueOfOption } from '../option-values.ts'
import { type FieldKind, singleValue } from './kind.ts'

export const checkbox: FieldKind = {
  ...singleValue,
  speaksBy: 'values',
  chooses: 'several',
  compared: 'choices',
  onPaper: { type: 'select_multiple', words: [] },
  isMissing: ({ values }) => values.length === 0,
  asText: ({ values }, field) => values.map((value) => optionLabel(field, value)).join(', '),
  asPlainText: ({ values }) => values.join(', '),
  /** Of each choice the value of its option, where it has another one than its label. */
  node(field, { values }) {
    const chosen = field.optionValues ? values.map((id) => valueOfOption(field, id)) : values
    return { text: chosen.join(' '), chosen }
  },
  /** In the order of the options, each once: two people who ticked the same boxes gave the same answer. */
  clean(field, raw) {
    const sent = raw.values.map((value) => optionSent(field, value))
    if (sent.some((id) => !field.options.includes(id))) {
      return { given: null, refusal: 'not-an-option' }
    }
    const values = field.options.filter((option) => sent.includes(option))
    return { given: { value: '', values }, refusal: null }
  },
  /** One option, or the values of several with spaces between, as XLSForm writes them. */
  fromDefault(field, text) {
    const whole = optionOfText(field, text)
    return {
      values: whole === null ? text.split(/\s+/).map((each) => optionOfText(field, each) ?? each) : [whole],
    }
  },
  example: ({ options }) => ({ value: '', values: options.slice(0, 2) }),
  both: (own, other) => ({ value: '', values: [...own.values, ...other.values] }),
}
