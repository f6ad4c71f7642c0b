import { sql } from 'kysely'
import type { SavedAnswer, SavedSections } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import type { SaveOutcome } from '../answers/save.ts'

/** A save translated to the survey's current version, with the ids that the sender used. */
export interface TranslatedSave {
  readonly sections: SavedSections
  /** By the answer's current id; only if they differ. */
  readonly sentAs: ReadonlyMap<string, readonly string[]>
}

/**
 * Translates a save from a device that may not know of a move: each answer is named by its current section and
 * id. Answers in their place, or unknown ones, stay unchanged.
 */
export async function translateSave(
  db: Db,
  surveyId: string,
  sections: SavedSections,
): Promise<TranslatedSave> {
  const named = sections.flatMap((section) =>
    section.user_survey_sub_sections_attributes.flatMap((part) =>
      part.user_survey_sub_section_details_attributes.map((detail) => ({
        detail,
        sectionId: section.id,
        subSectionId: part.id,
      })),
    ),
  )
  const places = await readPlaces(
    db,
    surveyId,
    named.map(({ detail }) => detail.id),
  )
  const elsewhere = named.flatMap(({ detail, sectionId, subSectionId }) => {
    const now = places.get(detail.id)
    const isThere = now?.id === detail.id && now.sectionId === sectionId && now.subSectionId === subSectionId
    return now && !isThere ? { detail, now } : []
  })
  if (elsewhere.length === 0) return { sections, sentAs: new Map() }
  const gone = new Set(elsewhere.map(({ detail }) => detail))
  const byPart = Map.groupBy(elsewhere, ({ now }) => `${now.sectionId}/${now.subSectionId}`)
  const added = [...byPart.values()].flatMap((ofPart) => {
    const [first] = ofPart
    if (!first) return []
    const details = ofPart.map(({ detail, now }) => ({ ...detail, id: now.id }))
    const { sectionId, subSectionId } = first.now
    return { id: sectionId, user_survey_sub_sections_attributes: [partWith(subSectionId, details)] }
  })
  const renamed = elsewhere.filter(({ detail, now }) => detail.id !== now.id)
  const bySaved = Map.groupBy(renamed, ({ now }) => now.id)
  return {
    sections: [...sections.map((section) => without(section, gone)), ...added],
    sentAs: new Map([...bySaved].map(([id, all]) => [id, all.map(({ detail }) => detail.id)])),
  }
}

/** Translates the result of a save to the sender's ids. */
export function translateOutcome(outcome: SaveOutcome, { sentAs }: TranslatedSave): SaveOutcome {
  if (sentAs.size === 0) return outcome
  const idsOf = (id: string) => sentAs.get(id) ?? [id]
  const all = <Moved extends { readonly id: string }>(moved: readonly Moved[]) =>
    moved.flatMap((one) => idsOf(one.id).map((id) => ({ ...one, id })))
  return {
    ...outcome,
    saved: all(outcome.saved),
    conflicts: all(outcome.conflicts),
    recovered: outcome.recovered.flatMap(idsOf),
  }
}

interface Place {
  readonly sent: string
  readonly id: string
  readonly subSectionId: string
  readonly sectionId: string
}

async function readPlaces(
  db: Db,
  surveyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Place>`
    select named.id as sent, answer.id, answer.sub_section_id as "subSectionId",
      sub_section.section_id as "sectionId"
    from unnest(${ids}::uuid[]) as named (id)
    left join answer_alias alias on alias.id = named.id and alias.survey_id = ${surveyId}
    join answer on answer.id = coalesce(alias.answer_id, named.id) and answer.survey_id = ${surveyId}
    join sub_section on sub_section.id = answer.sub_section_id`.execute(db)
  return new Map(rows.map((row) => [row.sent, row]))
}

function partWith(id: string, details: SavedAnswer[]) {
  return { id, user_survey_sub_section_details_attributes: details }
}

function without(section: SavedSections[number], gone: ReadonlySet<SavedAnswer>): SavedSections[number] {
  return {
    ...section,
    user_survey_sub_sections_attributes: section.user_survey_sub_sections_attributes.map((part) => ({
      ...part,
      user_survey_sub_section_details_attributes: part.user_survey_sub_section_details_attributes.filter(
        (detail) => !gone.has(detail),
      ),
    })),
  }
}
