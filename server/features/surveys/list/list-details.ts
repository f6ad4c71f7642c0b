import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { addressPlace } from '#survey/address.ts'
import type { Template } from '#survey/template.ts'
import { type MediaRow, readMedia } from '../media-items.ts'
import type { ListRow } from './data.ts'

/** Details that distinguish surveys of the same name in a list. */
export interface ListDetails {
  readonly templateName: string
  /** '' = none, or none yet. */
  readonly address: string
  readonly firstPhoto: MediaRow | null
}

/** Reads this for a page of the list, keyed by survey id. The caller has authorized the rows. */
export async function readListDetails(
  db: Db,
  rows: readonly ListRow[],
): Promise<ReadonlyMap<string, ListDetails>> {
  const templates = new Map<string, Template>()
  for (const { template_id: id } of rows)
    if (!templates.has(id)) templates.set(id, await pinnedTemplate(db, id))
  const addresses = await readAddresses(db, rows, templates)
  const photos = rows.length === 0 ? [] : await readMedia(db, { firstOf: rows.map(({ id }) => id) })
  const photoOf = new Map(photos.map((photo) => [photo.surveyId, photo]))
  return new Map(
    rows.map(({ id, template_id }) => [
      id,
      {
        templateName: templates.get(template_id)?.name ?? '',
        address: addresses.get(id) ?? '',
        firstPhoto: photoOf.get(id) ?? null,
      },
    ]),
  )
}

/**
 * Joins through section and sub-section, which have indexes, so that the cost does not depend on the number of
 * answers.
 */
async function readAddresses(
  db: Db,
  rows: readonly ListRow[],
  templates: ReadonlyMap<string, Template>,
): Promise<ReadonlyMap<string, string>> {
  const asked = rows.flatMap(({ id, template_id }) => {
    const template = templates.get(template_id)
    const place = template && addressPlace(template)
    return place ? [{ survey: id, section: place.sectionId, field: place.fieldId }] : []
  })
  if (asked.length === 0) return new Map()
  const { rows: found } = await sql<{ survey: string; value: string }>`
    select distinct on (asked.survey) asked.survey, left(answer.value, ${limits.listedAddressMax}) as value
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked (survey uuid, section uuid, field uuid)
    join survey_section on survey_section.survey_id = asked.survey
      and survey_section.template_section_id = asked.section
    join sub_section on sub_section.section_id = survey_section.id and sub_section.deleted_at is null
    join answer on answer.sub_section_id = sub_section.id and answer.template_field_id = asked.field
    where answer.value <> ''
    order by asked.survey, sub_section.id`.execute(db)
  return new Map(found.map(({ survey, value }) => [survey, value]))
}
