import type { TemplateField } from '../template.ts'
import { type AnswerValue, one, type Problem } from './kind.ts'

/**
 * Returns the problem of a number outside its field's range; null for '' and for text that is not a number.
 */
export function outOfRange({ min, max }: TemplateField, text: string): Problem | null {
  const number = Number(text)
  if (text === '' || Number.isNaN(number)) return null
  if (min !== undefined && max !== undefined && (number < min || number > max)) {
    return { message: 'form.notBetween', values: { min, max } }
  }
  if (min !== undefined && number < min) return { message: 'form.tooSmall', values: { min } }
  if (max !== undefined && number > max) return { message: 'form.tooLarge', values: { max } }
  return null
}

/** An example number within the field's range. */
export function exampleNumber({ min = 0, max = Math.max(min, 12) }: TemplateField): AnswerValue {
  return one(String(Math.max(min, Math.min(12, max))))
}
