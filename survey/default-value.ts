import type { AnswerValue } from './fields/kind.ts'
import { givenByDefault } from './fields/registry.ts'
import type { TemplateField } from './template.ts'

const known = new WeakMap<TemplateField, AnswerValue | null>()

/** What the field's answer is before anybody gives one; null where its default is none, or does not fit. */
export function defaultGiven(field: TemplateField): AnswerValue | null {
  const { defaultValue } = field
  if (defaultValue === undefined || defaultValue === '') return null
  const before = known.get(field)
  if (before !== undefined) return before
  const made = givenByDefault(field, defaultValue)
  known.set(field, made)
  return made
}

const nothing: AnswerValue = { value: '', values: [] }

/** The same, and nothing where there is no default. */
export function initialAnswerValue(field: TemplateField): AnswerValue {
  return defaultGiven(field) ?? nothing
}
