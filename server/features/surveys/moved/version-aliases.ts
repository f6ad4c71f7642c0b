import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { versionsOf } from '#server/features/templates/data.ts'
import { acceptsAnswersOf } from '#survey/fields/registry.ts'
import { everyField, fieldKey, sectionKey } from '#survey/move/field-identity.ts'
import { emptyAnswer, type SubSection, titleField } from '#survey/survey.ts'
import type { TemplateSection } from '#survey/template.ts'
import type { SurveyRow } from '../data.ts'

interface NewAnswer {
  readonly id: string
  readonly part: string
  readonly field: string
}

/**
 * Prepares a sub-section added to a moved survey for devices that know another version, with different answer
 * ids and with fields that no longer exist. Adds aliases and earlier answers for these. The caller holds the
 * survey's lock and has added the sub-section in its current form.
 */
export async function addVersionAliases(
  db: Db,
  survey: SurveyRow,
  definition: TemplateSection | null,
  key: string,
  part: SubSection,
): Promise<void> {
  const there = definition
    ? [part.title, ...part.answers].map(({ id, field }) => ({ id, field, definition }))
    : []
  const earlier: NewAnswer[] = []
  const aliases: { id: string; answer: string }[] = []
  for (const { sections } of await versionsOf(db, survey))
    for (const own of sections.filter((section) => section !== definition && sectionKey(section) === key))
      for (const field of everyField(own)) {
        const { id } = emptyAnswer(part.id, field)
        const same = there.find(
          (one) =>
            fieldKey(one.definition, one.field) === fieldKey(own, field) &&
            acceptsAnswersOf(one.field, field),
        )
        if (same) aliases.push({ id, answer: same.id })
        else {
          there.push({ id, field, definition: own })
          earlier.push({ id, part: part.id, field: field.id })
        }
      }
  // A title gets a row only when it is first given, but an alias needs one.
  const title = definition && { id: part.title.id, part: part.id, field: titleField(definition).id }
  if (title)
    await sql`
      insert into answer (id, survey_id, sub_section_id, template_field_id)
      values (${title.id}, ${survey.id}, ${title.part}, ${title.field}) on conflict do nothing`.execute(db)
  await sql`
    insert into answer (id, survey_id, sub_section_id, template_field_id, earlier_field_id)
    select id, ${survey.id}, part, id, field
    from json_to_recordset(${JSON.stringify(earlier)}::json) as new (id uuid, part uuid, field uuid)
    on conflict do nothing`.execute(db)
  await sql`
    insert into answer_alias (id, survey_id, answer_id)
    select id, ${survey.id}, answer
    from json_to_recordset(${JSON.stringify(aliases)}::json) as new (id uuid, answer uuid)
    on conflict do nothing`.execute(db)
}
