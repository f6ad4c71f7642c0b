import { sql } from 'kysely'
import type { SavedAnswer, SavedSections } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { type NamedRow, namedColumns } from '../save/load.ts'
import type { SaveOutcome } from '../save/save.ts'

/** A save translated to the survey's current version, with the ids that the sender used. */
export interface TranslatedSave {
  readonly sections: SavedSections
  /** The answers that are not where the sender named them. */
  readonly rows: readonly NamedRow[]
  /** By the answer's current id; only if they differ. */
  readonly sentAs: ReadonlyMap<string, readonly string[]>
}

/** A save into a survey that was never moved: its answers are where the sender named them. */
export function inPlace(sections: SavedSections): TranslatedSave {
  return { sections, rows: [], sentAs: new Map() }
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
  if (elsewhere.length === 0) return inPlace(sections)
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
    rows: elsewhere.map(({ now }) => now),
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

async function readPlaces(db: Db, surveyId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom(sql<{ sent: string }>`unnest(${ids}::uuid[])`.as<'named'>(sql`named (sent)`))
    .leftJoin('answer_alias as alias', (join) =>
      join.onRef('alias.id', '=', 'named.sent').on('alias.survey_id', '=', surveyId),
    )
    .innerJoin('answer', (join) =>
      join
        .on('answer.id', '=', sql<string>`coalesce(alias.answer_id, named.sent)`)
        .on('answer.survey_id', '=', surveyId),
    )
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .innerJoin('survey_section', 'survey_section.id', 'sub_section.section_id')
    .select('named.sent')
    .select(namedColumns)
    .execute()
  return new Map(rows.map(({ sent, ...row }) => [sent, row]))
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
