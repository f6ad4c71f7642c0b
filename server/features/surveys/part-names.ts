import { type RawBuilder, sql } from 'kysely'
import { identityField } from '#survey/identity.ts'
import { titleField } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'

/** The fields that say what people call a sub-section, in any version that its survey has followed. */
export interface Naming {
  readonly titles: readonly string[]
  /** Those that tell it from the others, for one without a title. */
  readonly identities: readonly string[]
}

export function namingOf(versions: readonly Template[]): Naming {
  const sections = versions.flatMap((version) => version.sections)
  return {
    titles: sections.map((section) => titleField(section).id),
    identities: sections.flatMap(({ fields }) => identityField(fields)?.id ?? []),
  }
}

/** What people call a `sub_section` that is gone, whose number went with it; '' where nothing names it. */
export function calledName({ titles, identities }: Naming): RawBuilder<string> {
  return sql<string>`coalesce(${answered(titles)}, ${answered(identities)}, '')`
}

/** What has a place now before what is only an earlier answer. */
function answered(fields: readonly string[]) {
  return sql`(
    select own.value from answer own
    where own.sub_section_id = sub_section.id and own.value <> ''
      and coalesce(own.earlier_field_id, own.template_field_id) = any(${fields}::uuid[])
    order by own.earlier_field_id is not null limit 1)`
}
