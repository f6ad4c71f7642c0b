import { numberLocale } from '#contract/messages/spoken.ts'
import { type AnswerValue, type FieldKind, one, single, singleValue } from './kind.ts'
import { writeNumber } from './number-text.ts'
import { withUnit } from './unit.ts'

/** Fields that ask nothing take nothing. */
const silent = {
  ...singleValue,
  answerable: false,
  copyable: false,
  isMissing: () => false,
  /** What other answers decide has no default of its own. */
  fromDefault: null,
  example: () => one(''),
  clean: (_field, { value }) => (value === '' ? single('') : { given: null, refusal: 'not-readable' }),
} satisfies Partial<FieldKind>

/** Words to the surveyor. They are the template's: there is nothing to report, to count or to keep. */
export const note: FieldKind = {
  ...silent,
  reported: false,
  compared: 'text',
  onPaper: { type: 'note', words: ['note'] },
  asText: () => '',
}

/** Worked out from other answers wherever the survey is read. Of the value, the report shows what the unit says. */
export const calculated: FieldKind = {
  ...silent,
  computed: true,
  properties: ['unit', 'calculation'],
  compared: 'anything',
  onPaper: { type: 'calculate', words: [] },
  asText: ({ value }, field) => withUnit(writeNumber(value, numberLocale()), field),
}

/** Of a type that this version of the app does not know. Another one gave the answer, and only it can change it. */
export const unsupported: FieldKind = {
  ...silent,
  compared: 'anything',
  onPaper: { type: 'text', words: [] },
  asText: joined,
  asPlainText: joined,
}

function joined({ value, values }: AnswerValue): string {
  return [value, ...values].filter((word) => word !== '').join(', ')
}
