import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { fieldsOf, versionsOf } from '#server/features/templates/data.ts'
import { initialAnswerValue } from '#survey/default-value.ts'
import { acceptsAnswer } from '#survey/fields/registry.ts'
import { everyField, fieldKey } from '#survey/move/field-identity.ts'
import { nextId } from '#survey/move/placed-answers.ts'
import { emptyAnswer } from '#survey/survey.ts'
import type { TemplateSection } from '#survey/template.ts'
import type { SurveyRow } from '../data.ts'

/**
 * Moves a restored sub-section's answers to the fields of the survey's current version. Moves skip deleted
 * sub-sections, so one restored later still has its old version's fields. Answers with a field of the same key
 * go there; all others become earlier answers. `definition`: its current section; null = the version has none.
 */
export async function rehomeAnswers(
  db: Db,
  survey: SurveyRow,
  subSectionId: string,
  definition: TemplateSection | null,
): Promise<void> {
  const known = fieldsOf(await versionsOf(db, survey))
  const slots = definition ? everyField(definition) : []
  const rows = await db
    .selectFrom('answer')
    .select(['id', 'value', 'value_list as values'])
    .select(sql<string>`coalesce(earlier_field_id, template_field_id)`.as('fieldId'))
    .where('survey_id', '=', survey.id)
    .where('sub_section_id', '=', subSectionId)
    .orderBy(sql`earlier_field_id is not null`)
    .orderBy('id')
    .execute()
  const taken = new Set(rows.flatMap(({ fieldId }) => slots.find(({ id }) => id === fieldId)?.id ?? []))
  const strays = rows.filter(({ fieldId }) => known.has(fieldId) && !slots.some(({ id }) => id === fieldId))
  const placed: { id: string; field: string }[] = []
  const aside: { id: string; field: string }[] = []
  for (const { id, fieldId, value, values } of strays) {
    const own = known.get(fieldId)
    const slot = slots.find(
      (one) =>
        own &&
        definition &&
        !taken.has(one.id) &&
        fieldKey(definition, one) === fieldKey(own.definition, own.field) &&
        acceptsAnswer(one, { field: own.field, value, values }),
    )
    if (slot) taken.add(slot.id)
    if (slot) placed.push({ id, field: slot.id })
    else aside.push({ id, field: fieldId })
  }
  const ids = new Set(rows.map(({ id }) => id))
  const fresh = (definition?.fields ?? [])
    .filter(({ id }) => !taken.has(id))
    .map((field) => {
      let { id } = emptyAnswer(subSectionId, field)
      while (ids.has(id)) id = nextId(id)
      const { value, values } = initialAnswerValue(field)
      return { id, field: field.id, value, value_list: values }
    })
  await sql`
    update answer set template_field_id = new.field, earlier_field_id = null
    from json_to_recordset(${JSON.stringify(placed)}::json) as new (id uuid, field uuid)
    where answer.id = new.id and answer.survey_id = ${survey.id}`.execute(db)
  await sql`
    update answer set template_field_id = answer.id, earlier_field_id = new.field
    from json_to_recordset(${JSON.stringify(aside)}::json) as new (id uuid, field uuid)
    where answer.id = new.id and answer.survey_id = ${survey.id}`.execute(db)
  await sql`
    insert into answer (id, survey_id, sub_section_id, template_field_id, value, value_list)
    select id, ${survey.id}, ${subSectionId}, field, value, value_list
    from json_to_recordset(${JSON.stringify(fresh)}::json)
      as new (id uuid, field uuid, value text, value_list text[])
    on conflict do nothing`.execute(db)
}
