import type pg from 'pg'

/**
 * Repeats the first section of a survey so many times, with so many two-byte characters in each answer.
 * Returns the added bytes.
 */
export async function makeLarge(
  client: pg.Client,
  surveyId: string,
  { parts, characters }: { readonly parts: number; readonly characters: number },
): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `with place as (
      select id from survey_section where survey_id = $1 order by position limit 1
    ), added as (
      insert into sub_section (id, survey_id, section_id)
      select gen_random_uuid(), $1, place.id from place, generate_series(1, $2::integer) returning id
    ), given as (
      insert into answer (id, survey_id, sub_section_id, template_field_id, value, revision, edited_at)
      select gen_random_uuid(), $1, added.id, field.id, repeat('ü', $3::integer), 1, now()
      from added, (
        select distinct answer.template_field_id as id from answer
        join sub_section on sub_section.id = answer.sub_section_id
        join place on place.id = sub_section.section_id
      ) field
      returning value
    )
    update survey set bytes = bytes + (select sum(300 + octet_length(value)) from given)
    where id = $1 returning (select sum(300 + octet_length(value)) from given) as bytes`,
    [surveyId, parts, characters],
  )
  return Number(rows[0]?.bytes)
}
