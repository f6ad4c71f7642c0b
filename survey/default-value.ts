import type { FieldType } from '#contract/field-types.ts'
import type { Given } from './fields/kind.ts'
import { clean } from './fields/registry.ts'
import { labelOfOption } from './option-values.ts'
import type { TemplateField } from './template.ts'

/** Nobody signs or stands anywhere by default, and what other answers decide has none of its own. */
const without: ReadonlySet<FieldType> = new Set([
  'signature',
  'position',
  'dynamic_dropdown',
  'note',
  'calculated',
])

export function takesDefault({ type }: TemplateField): boolean {
  return !without.has(type)
}

const known = new WeakMap<TemplateField, Given | null>()

/** What the field's answer is before anybody gives one; null where its default is none, or does not fit. */
export function defaultGiven(field: TemplateField): Given | null {
  const { defaultValue } = field
  if (defaultValue === undefined || defaultValue === '' || !takesDefault(field)) return null
  const before = known.get(field)
  if (before !== undefined) return before
  const { given, refusal } = clean(field, rawOf(field, defaultValue))
  const made = refusal === null ? given : null
  known.set(field, made)
  return made
}

/** Of a checkbox one option, or the values of several with spaces between, as XLSForm writes them. */
function rawOf(field: TemplateField, text: string): Partial<Given> {
  if (field.type !== 'checkbox') return { value: optionOf(field, text) ?? text }
  const whole = optionOf(field, text)
  return { values: whole === null ? text.split(/\s+/).map((one) => optionOf(field, one) ?? one) : [whole] }
}

/** The label of an option by its value or by itself. */
function optionOf(field: TemplateField, text: string): string | null {
  return labelOfOption(field, text) ?? (field.options.includes(text) ? text : null)
}

const nothing: Given = { value: '', values: [] }

/** The same, and nothing where there is no default. */
export function givenAtFirst(field: TemplateField): Given {
  return defaultGiven(field) ?? nothing
}
