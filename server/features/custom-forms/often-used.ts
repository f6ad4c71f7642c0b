import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { FormField } from '#survey/builder/form-place.ts'
import { makeIndependent } from '#survey/builder/reuse-section.ts'
import { isAnswerable, typesWith } from '#survey/fields/registry.ts'

/** Maximum offered fields, and the number of recent drafts and versions to search. */
const offered = 12
const looked = 50

/**
 * Returns fields of the same name and type in at least two of the account's templates, in their latest form.
 * Excludes notes and calculated fields, which depend on their surroundings.
 */
export async function oftenUsedFields(db: Db, accountId: string): Promise<FormField[]> {
  const { rows } = await sql<{ field: FormField }>`
    with own as (
      (select id as form_id, document, updated_at as at from custom_form
        where created_by = ${accountId} or updated_by = ${accountId}
        order by updated_at desc limit ${looked})
      union all
      (select form_id, document, published_at as at from custom_form_version
        where published_by = ${accountId}
        order by published_at desc limit ${looked})
    )
    select (array_agg(field order by at desc))[1] as field
    from own,
      jsonb_array_elements(own.document->'sections') as section,
      jsonb_array_elements(section->'fields') as field
    where field->>'name' <> '' and field->>'type' = any(${typesWith(isAnswerable)})
    group by lower(field->>'name'), field->>'type'
    having count(distinct form_id) > 1
    order by count(distinct form_id) desc, max(at) desc, lower(field->>'name')
    limit ${offered}`.execute(db)
  return rows.map(({ field }) => makeIndependent(field))
}
