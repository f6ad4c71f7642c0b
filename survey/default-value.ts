import type { AnswerValue } from './fields/kind.ts'
import { answerFromDefault } from './fields/registry.ts'
import type { TemplateField } from './template.ts'

const known = new WeakMap<TemplateField, AnswerValue | null>()

/** Returns the field's default answer; null if it has none or it is invalid. */
export function defaultAnswer(field: TemplateField): AnswerValue | null {
  const { defaultValue } = field
  if (defaultValue === undefined || defaultValue === '') return null
  const before = known.get(field)
  if (before !== undefined) return before
  const made = answerFromDefault(field, defaultValue)
  known.set(field, made)
  return made
}

const nothing: AnswerValue = { value: '', values: [] }

/** Returns the field's default answer, otherwise an empty one. */
export function initialAnswerValue(field: TemplateField): AnswerValue {
  return defaultAnswer(field) ?? nothing
}
