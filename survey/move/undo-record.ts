import type { Survey } from '../survey.ts'
import type { Template, TemplateField, TemplateSection } from '../template.ts'
import { fieldKey, sectionKey } from './field-identity.ts'
import { everyPlaced, type Placed } from './placed-answers.ts'

/** An answer's place before a move. */
export interface PreviousPlace {
  readonly template: Template
  readonly definition: TemplateSection
  readonly sectionId: string
  readonly subSectionId: string
  readonly field: TemplateField
  readonly isEarlier: boolean
}

/** Places by answer id. The place of any other answer follows from its keys. */
export type UndoRecord = ReadonlyMap<string, PreviousPlace>

/** Returns the record that undoes a move exactly. `before` and `after` are the survey on both sides of it. */
export function undoRecordOf(before: Survey, after: Survey): UndoRecord {
  const now = new Map(everyPlaced(after).map((placed) => [placed.answer.id, placed]))
  return new Map(
    everyPlaced(before)
      .filter((placed) => placed.isEarlier || !isSamePlace(placed, now.get(placed.answer.id)))
      .map(({ answer, ...place }) => [answer.id, { ...place, field: answer.field }]),
  )
}

function isSamePlace(before: Placed, after: Placed | undefined): boolean {
  return (
    after !== undefined &&
    !after.isEarlier &&
    before.subSectionId === after.subSectionId &&
    sectionKey(before.definition) === sectionKey(after.definition) &&
    fieldKey(before.definition, before.answer.field) === fieldKey(after.definition, after.answer.field)
  )
}
