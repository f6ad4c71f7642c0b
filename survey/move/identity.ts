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
