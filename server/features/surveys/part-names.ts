import { type RawBuilder, sql } from 'kysely'
import { identityField } from '#survey/identity.ts'
import { titleField } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'

/** The fields that name a sub-section, in any version that its survey has followed. */
export interface Naming {
  readonly titles: readonly string[]
  /** Identity fields, for sub-sections without a title. */
  readonly identities: readonly string[]
}

export function namingOf(versions: readonly Template[]): Naming {
  const sections = versions.flatMap((version) => version.sections)
  return {
    titles: sections.map((section) => titleField(section).id),
    identities: sections.flatMap(({ fields }) => identityField(fields)?.id ?? []),
  }
}

/** The title or identity of a deleted `sub_section`, which has no number any more; '' if it has neither. */
export function calledName({ titles, identities }: Naming): RawBuilder<string> {
  return sql<string>`coalesce(${answered(titles)}, ${answered(identities)}, '')`
}

/** Prefers current answers over earlier ones. */
function answered(fields: readonly string[]) {
  return sql`(
    select own.value from answer own
    where own.sub_section_id = sub_section.id and own.value <> ''
      and coalesce(own.earlier_field_id, own.template_field_id) = any(${fields}::uuid[])
    order by own.earlier_field_id is not null limit 1)`
}
