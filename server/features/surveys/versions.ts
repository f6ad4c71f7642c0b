import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { acceptsAnswersOf } from '#survey/fields/registry.ts'
import { everyField, fieldKey } from '#survey/move/field-identity.ts'
import type { Template, TemplateField, TemplateSection } from '#survey/template.ts'

interface Followed {
  readonly template_id: string
  readonly earlier_templates: readonly string[]
}

/** A field of any version that a survey has followed. */
export interface VersionField {
  readonly template: Template
  readonly definition: TemplateSection
  readonly field: TemplateField
}

/**
 * Whether the survey was ever moved to another version. Only then can answers be in other places than their ids
 * say.
 */
export function wasMoved({ earlier_templates }: Pick<Followed, 'earlier_templates'>): boolean {
  return earlier_templates.length > 0
}

/** The versions that a survey has followed, the current one first. */
export async function versionsOf(db: Db, survey: Followed): Promise<readonly Template[]> {
  const versions: Template[] = []
  for (const id of [survey.template_id, ...survey.earlier_templates])
    versions.push(await pinnedTemplate(db, id))
  return versions
}

/** All of their fields by id, including those of titles. */
export function fieldsOf(versions: readonly Template[]): ReadonlyMap<string, VersionField> {
  return new Map(
    versions.flatMap((template) =>
      template.sections.flatMap((definition) =>
        everyField(definition).map((field) => [field.id, { template, definition, field }] as const),
      ),
    ),
  )
}

/** Returns the same field in other versions. A value accepted by any of them is accepted. */
export function sameFieldIn(
  known: ReadonlyMap<string, VersionField>,
  fieldId: string,
): readonly TemplateField[] {
  const own = known.get(fieldId)
  if (!own) return []
  const key = fieldKey(own.definition, own.field)
  return [...known.values()].flatMap(({ definition, field }) =>
    field !== own.field && fieldKey(definition, field) === key && acceptsAnswersOf(own.field, field)
      ? field
      : [],
  )
}
