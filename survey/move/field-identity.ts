import { titleField } from '../survey.ts'
import type { TemplateField, TemplateSection } from '../template.ts'

/** A field's identity across versions is its section's key and its own key. Ids differ between versions. */

/** Not a valid key in a template. */
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

/** Returns a section's fields, preceded by its title field. */
export function everyField(definition: TemplateSection): readonly TemplateField[] {
  return [titleField(definition), ...definition.fields]
}
