import { type FieldKind, single } from './kind.ts'

/** Digits that one number may have: enough for any serial or phone number. */
export const digitLimit = 30

export const numeric: FieldKind = {
  isMissing: ({ value }) => value === '',
  asText: ({ value }) => value,
  clean(_field, raw) {
    const typed = raw.value.trim()
    const digits = typed.replace(/[^0-9]/g, '')
    if (digits.length > digitLimit) return single(digits.slice(0, digitLimit), 'too-long')
    return single(digits, digits === typed ? null : 'not-a-number')
  },
}
