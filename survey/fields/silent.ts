import { numberLocale } from '#contract/messages/spoken.ts'
import { type FieldKind, single } from './kind.ts'
import { writeNumber } from './number-text.ts'
import { withUnit } from './unit.ts'

/** Fields that ask nothing take nothing. */
const silent = {
  asks: false,
  speaksBy: 'value',
  both: null,
  isMissing: () => false,
  clean: (_field, { value }) => (value === '' ? single('') : { given: null, refusal: 'not-readable' }),
} satisfies Partial<FieldKind>

/** Words to the surveyor. They are the template's: there is nothing to report, to count or to keep. */
export const note: FieldKind = { ...silent, reported: false, asText: () => '' }

/** Worked out from other answers wherever the survey is read. Of the value, the report shows what the unit says. */
export const calculated: FieldKind = {
  ...silent,
  reported: true,
  asText: ({ value }, field) => withUnit(writeNumber(value, numberLocale()), field),
}

/** Of a type that this version of the app does not know. Another one gave the answer, and only it can change it. */
export const unsupported: FieldKind = {
  ...silent,
  reported: true,
  asText: ({ value, values }) => [value, ...values].filter((word) => word !== '').join(', '),
}
