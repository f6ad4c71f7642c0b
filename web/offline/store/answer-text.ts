import type { FieldType } from '#contract/templates/field-types.ts'
import { asPlainText } from '#survey/fields/registry.ts'
import { readStrokes } from '#survey/fields/strokes.ts'
import type { AnswerRow } from './rows.ts'

/** An answer that waits, in words, where its field may no longer be at hand. */
export function answerText(row: Pick<AnswerRow, 'type' | 'value' | 'values'>): string {
  return asPlainText(row.type ?? likelyType(row), row)
}

/** Of a row that an older app kept, which did not say its type. */
function likelyType({ value, values }: Pick<AnswerRow, 'value' | 'values'>): FieldType {
  if (readStrokes(value) || (value === 'typed' && values.length > 1)) return 'signature'
  return value === '' ? 'checkbox' : 'yes_no'
}
