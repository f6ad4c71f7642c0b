import type { Db } from '#server/context.ts'
import { pinnedTemplate, wasMoved } from '#server/features/templates/data.ts'
import { filesOf } from '#survey/fields/registry.ts'
import { wholeSection } from '#survey/logic/order.ts'
import { hideInPart, isSelfContained } from '#survey/logic/self-contained.ts'
import { logicOf } from '#survey/logic/template-logic.ts'
import { isMissingMandatory, missingInSection } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import { emptyAnswer } from '#survey/survey.ts'
import type { Template, TemplateField, TemplateSection } from '#survey/template.ts'
import type { SurveyRow } from '../data.ts'
import { loadSurvey } from '../load.ts'
import { readMediaRefs } from '../media-items.ts'
import { earlierSection } from '../moved/earlier-section.ts'
import { readOwnParts } from '../parts.ts'
import { findTemplateSection, type PartRow, readBlank, readParts } from './data.ts'

/** The properties of a section needed to add to it. */
export interface Repeated {
  readonly id: string
  readonly definition: TemplateSection
  /** Whether the survey's current version has it. */
  readonly isCurrent: boolean
  /** In order. */
  readonly parts: readonly string[]
  /** Missing mandatory answers in sub-sections known to the session, in form order. */
  readonly missing: readonly MissingAnswer[]
}

export interface MissingAnswer {
  readonly id: string
  readonly field: TemplateField
}

/**
 * Reads these properties with few rows: ids and blank answers, plus whole sub-sections only if they contain
 * conditions. Loads the whole survey if other sections decide, or if it was moved. The caller holds the lock.
 */
export async function readRepeated(
  db: Db,
  row: SurveyRow,
  sectionId: string,
  sessionId: string,
): Promise<Repeated | null> {
  const template = await pinnedTemplate(db, row.template_id)
  const definitionId = await findTemplateSection(db, row.id, sectionId)
  const definition = template.sections.find(({ id }) => id === definitionId)
  const parts = await readParts(db, row.id, sectionId, sessionId)
  if (wasMoved(row) || !definition) return readWhole(db, row, sectionId, parts)
  const hides = mayHideMandatory(template, definition)
  if (hides && !isSelfContained(template, definition)) return readWhole(db, row, sectionId, parts)
  const own = parts.flatMap(({ id, byOther }) => (byOther ? [] : id))
  const mandatory = definition.fields
    .filter((field) => field.mandatory || field.requiredIf !== undefined)
    .map((field) => ({ ...field, mandatory: true }))
  const blank = await readBlank(
    db,
    row.id,
    own,
    mandatory.map(({ id }) => id),
  )
  const withFiles = mandatory.some((field) => filesOf(field) !== null)
  const refs = withFiles
    ? await readMediaRefs(
        db,
        row.id,
        blank.map(({ id }) => id),
      )
    : []
  const files = Map.groupBy(refs, ({ answerId }) => answerId)
  const byPart = Map.groupBy(blank, ({ partId }) => partId)
  const shown = hides ? await readShown(db, row.id, template, definition, [...byPart.keys()]) : null
  const missing = own.flatMap((part) =>
    mandatory.flatMap((field) => {
      const stored = byPart.get(part)?.find(({ fieldId }) => fieldId === field.id)
      if (!stored || shown?.has(stored.id) === false) return []
      const answer = { ...emptyAnswer(part, field), ...stored, media: files.get(stored.id) ?? [] }
      return isMissingMandatory(answer) ? answer : []
    }),
  )
  return { id: sectionId, definition, isCurrent: true, parts: parts.map(({ id }) => id), missing }
}

/** Ids of the visible mandatory answers in these sub-sections. */
async function readShown(
  db: Db,
  surveyId: string,
  template: Template,
  definition: TemplateSection,
  partIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const parts = await readOwnParts(db, surveyId, definition, partIds)
  const answers = parts.flatMap((part) => hideInPart(template, definition, part).answers)
  return new Set(answers.flatMap(({ id, hidden, field }) => (hidden || !field.mandatory ? [] : id)))
}

function mayHideMandatory(template: Template, definition: TemplateSection): boolean {
  if (definition.fields.some(({ requiredIf }) => requiredIf !== undefined)) return true
  return logicOf(template).steps.some(
    ({ section, field, showIf }) =>
      showIf !== null &&
      template.sections[section] === definition &&
      (field === wholeSection || definition.fields[field]?.mandatory),
  )
}

async function readWhole(
  db: Db,
  row: SurveyRow,
  sectionId: string,
  parts: readonly PartRow[],
): Promise<Repeated | null> {
  const current = findSection(await loadSurvey(db, row.id, { sectionId }), sectionId)
  const earlier = current ? null : await earlierSection(db, row, sectionId)
  const section = current ?? earlier?.section
  if (!section) return null
  const others = new Set(parts.flatMap(({ id, byOther }) => (byOther ? id : [])))
  const own = section.subSections.filter(({ id }) => !others.has(id))
  return {
    id: section.id,
    definition: section.definition,
    isCurrent: current !== undefined,
    parts: section.subSections.map(({ id }) => id),
    missing: missingInSection({ ...section, subSections: own }).map(({ answer }) => answer),
  }
}
