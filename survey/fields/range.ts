import type { TemplateField } from '../template.ts'
import { type AnswerValue, one, type Problem } from './kind.ts'

/** What a number outside of its field's range breaks; '' and what is no number break nothing. */
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

/** A number that the field takes. */
export function exampleNumber({ min = 0, max = Math.max(min, 12) }: TemplateField): AnswerValue {
  return one(String(Math.max(min, Math.min(12, max))))
}
