import type { FieldType } from '#contract/templates/field-types.ts'
import { asPlainText } from '#survey/fields/registry.ts'
import { readStrokes } from '#survey/fields/strokes.ts'
import type { AnswerRow } from './rows.ts'

/** Formats an unsent answer as text when its field may no longer exist. */
export function answerText(row: Pick<AnswerRow, 'type' | 'value' | 'values'>): string {
  return asPlainText(row.type ?? likelyType(row), row)
}

/** Guesses the field type of a row stored by an app version that didn't record it. */
function likelyType({ value, values }: Pick<AnswerRow, 'value' | 'values'>): FieldType {
  if (readStrokes(value) || (value === 'typed' && values.length > 1)) return 'signature'
  return value === '' ? 'checkbox' : 'yes_no'
}
