import type { EntryOf, OperationName, OutboxRow } from '../store/outbox-rows.ts'
import { answerSave } from './answer-save.ts'
import { drawing } from './drawing.ts'
import { drawingRemoval } from './drawing-removal.ts'
import { seqOf } from './entries.ts'
import { finalDeletion } from './final-deletion.ts'
import { headerChange } from './header-change.ts'
import { mediaDeletion } from './media-deletion.ts'
import { mediaDescription } from './media-description.ts'
import { mediaReference } from './media-reference.ts'
import { mediaUpload } from './media-upload.ts'
import { isStaged } from './open-upload.ts'
import { type Lane, type Operation, operationDefaults, type Subject } from './operation.ts'
import { pinPlacement } from './pin-placement.ts'
import { planAddition } from './plan-addition.ts'
import { planDeletion } from './plan-deletion.ts'
import { planRename } from './plan-rename.ts'
import { subSectionAddition } from './sub-section-addition.ts'
import { subSectionRemoval } from './sub-section-removal.ts'
import { subSectionRestore } from './sub-section-restore.ts'
import { surveyCreation } from './survey-creation.ts'
import { surveyDeletion } from './survey-deletion.ts'
import { surveyMove } from './survey-move.ts'
import { surveyRestore } from './survey-restore.ts'

const operations: { readonly [Name in OperationName]: Operation<Name> } = {
  'surveys.create': surveyCreation,
  'surveys.submit': headerChange,
  'surveys.autoSave': answerSave,
  'surveys.addSimilar': subSectionAddition,
  'surveys.removeSimilar': subSectionRemoval,
  'surveys.restoreSimilar': subSectionRestore,
  'surveys.delete': surveyDeletion,
  'surveys.restore': surveyRestore,
  'surveys.deleteForGood': finalDeletion,
  'surveyMoves.move': surveyMove,
  'media.upload': mediaUpload,
  'media.copy': mediaReference,
  'media.describe': mediaDescription,
  'media.delete': mediaDeletion,
  'media.draw': drawing,
  'media.undraw': drawingRemoval,
  'plans.add': planAddition,
  'plans.rename': planRename,
  'plans.delete': planDeletion,
  'plans.setPin': pinPlacement,
}

/** Whether this app version can send the entry. A later version may have queued others on this device. */
export function isKnownOperation(row: OutboxRow): boolean {
  return Object.hasOwn(operations, row.endpoint)
}

/** Returns the operation of a known entry. */
export function operationOf<Name extends OperationName>(row: EntryOf<Name>): Operation<Name> {
  return operations[row.endpoint as Name] as unknown as Operation<Name>
}

/** The same, or undefined for an entry that a later version of the app has queued. */
function operationIfKnown(row: OutboxRow): Operation<OperationName> | undefined {
  return isKnownOperation(row) ? operationOf(row) : undefined
}

/** Returns an entry with what the rules about pairs of entries need of its operation. */
export function withSubject(entry: OutboxRow): Subject {
  const { subject, needsSubject, adds } = operationIfKnown(entry) ?? operationDefaults
  return { entry, subject: subject(entry), needsSubject, adds }
}

/** Returns the photo or video that an entry describes. */
export function describedIn(row: OutboxRow): string | null {
  return operationIfKnown(row)?.describes(row) ?? null
}

/** Returns the photo, video or floor plan that an entry deletes. */
export function deletedIn(row: OutboxRow): string | null {
  return operationIfKnown(row)?.deletes(row) ?? null
}

/** Returns the floor plan that an entry adds, changes or deletes. */
export function planOf(row: OutboxRow): string | null {
  const operation = operationIfKnown(row)
  return operation?.isAboutPlan ? operation.subject(row) : null
}

/** Returns the entry's lane. Nothing overtakes an entry queued by a later app version. */
export function laneOf(row: OutboxRow): Lane {
  return isKnownOperation(row) ? operationOf(row).lane : 'structure'
}

/**
 * Whether an entry may be sent before an earlier one that this device holds back, e.g. pictures for days.
 * Requires that no earlier entry is being sent.
 */
export function mayOvertake(entry: OutboxRow, before: OutboxRow): boolean {
  if (laneOf(before) !== 'media' || !isKnownOperation(entry)) return false
  if (isStaged(before)) {
    const { adds, subject } = withSubject(entry)
    // The user may never upload the files. Only changes to them wait, and copies, which may be of them.
    return adds !== 'copies' && subject !== before.id
  }
  return operationOf(entry).overtakes(entry, withSubject(before))
}

/** Whether an earlier rejected entry must succeed before this one can. */
export function isBlocked(entry: OutboxRow, entries: readonly OutboxRow[]): boolean {
  const refused = entries.filter(
    (other) =>
      other.state === 'parked' &&
      other.survey === entry.survey &&
      seqOf(other) < seqOf(entry) &&
      isKnownOperation(other),
  )
  if (refused.length === 0) return false
  const later = withSubject(entry)
  return refused.some((other) => operationOf(other).blocks(other, later))
}
