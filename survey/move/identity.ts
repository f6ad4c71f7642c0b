import type { FieldType } from '#contract/field-types.ts'
import { titleField } from '../survey.ts'
import type { TemplateField, TemplateSection } from '../template.ts'

/** What a field is in all versions of its series: its section's key and its own. Ids differ from version to version. */

/** No template can have this key. */
const titleKey = '/title'

export function sectionKey({ key, id }: TemplateSection): string {
  return key ?? id
}

export function fieldKey(definition: TemplateSection, field: TemplateField): string {
  return isTitle(definition, field) ? titleKey : (field.key ?? field.id)
}

export function isTitle(definition: TemplateSection, field: TemplateField): boolean {
  return field.id === titleField(definition).id
}

/** A section's fields with the one of its titles, which comes first. */
export function everyField(definition: TemplateSection): readonly TemplateField[] {
  return [titleField(definition), ...definition.fields]
}

/** Types of which each takes what the other one was given: the answer stays when the type changes among them. */
const alike: readonly (readonly FieldType[])[] = [
  ['text', 'long_text'],
  ['radio', 'select'],
  ['numeric', 'decimal'],
]

export function takesAnswersOf(field: TemplateField, other: TemplateField): boolean {
  if (field.type === other.type) return true
  return alike.some((types) => types.includes(field.type) && types.includes(other.type))
}
