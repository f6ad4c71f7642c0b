import type { Endpoint } from '#contract/endpoint.ts'
import type { EntryOf, FrozenEntry, OperationName } from '../../store/outbox-rows.ts'
import type { SendResult } from '../../upload/send-result.ts'
import { isKnownOperation } from '../registry.ts'
import { answerSaveRemote } from './answer-save.ts'
import { drawingRemote } from './drawing.ts'
import { drawingRemovalRemote } from './drawing-removal.ts'
import { finalDeletionRemote } from './final-deletion.ts'
import { headerChangeRemote } from './header-change.ts'
import { mediaDeletionRemote } from './media-deletion.ts'
import { mediaDescriptionRemote } from './media-description.ts'
import { mediaReferenceRemote } from './media-reference.ts'
import { mediaUploadRemote } from './media-upload.ts'
import { pinPlacementRemote } from './pin-placement.ts'
import { planAdditionRemote } from './plan-addition.ts'
import { planDeletionRemote } from './plan-deletion.ts'
import { planRenameRemote } from './plan-rename.ts'
import type { RemoteOperation } from './remote-operation.ts'
import { subSectionAdditionRemote } from './sub-section-addition.ts'
import { subSectionRemovalRemote } from './sub-section-removal.ts'
import { subSectionRestoreRemote } from './sub-section-restore.ts'
import { surveyCreationRemote } from './survey-creation.ts'
import { surveyDeletionRemote } from './survey-deletion.ts'
import { surveyMoveRemote } from './survey-move.ts'
import { surveyRestoreRemote } from './survey-restore.ts'

const operations: { readonly [Name in OperationName]: RemoteOperation<Name> } = {
  'surveys.autoSave': answerSaveRemote,
  'media.undraw': drawingRemovalRemote,
  'media.draw': drawingRemote,
  'surveys.deleteForGood': finalDeletionRemote,
  'surveys.submit': headerChangeRemote,
  'media.delete': mediaDeletionRemote,
  'media.describe': mediaDescriptionRemote,
  'media.copy': mediaReferenceRemote,
  'media.upload': mediaUploadRemote,
  'plans.setPin': pinPlacementRemote,
  'plans.add': planAdditionRemote,
  'plans.delete': planDeletionRemote,
  'plans.rename': planRenameRemote,
  'surveys.addSimilar': subSectionAdditionRemote,
  'surveys.removeSimilar': subSectionRemovalRemote,
  'surveys.restoreSimilar': subSectionRestoreRemote,
  'surveys.create': surveyCreationRemote,
  'surveys.delete': surveyDeletionRemote,
  'surveyMoves.move': surveyMoveRemote,
  'surveys.restore': surveyRestoreRemote,
}

/** Returns the endpoint of an operation, or undefined if this app version doesn't know it. */
export function endpointOf(name: string): Endpoint | undefined {
  return Object.hasOwn(operations, name)
    ? (operations[name as OperationName].endpoint as Endpoint)
    : undefined
}

/** Returns the remote operation of a known entry. */
export function remoteOf<Name extends OperationName>(row: EntryOf<Name>): RemoteOperation<Name> {
  return operations[row.endpoint as Name] as unknown as RemoteOperation<Name>
}

/** Whether a 404 means that the requested state already exists. */
export function missingIsDone(name: string): boolean {
  return Object.hasOwn(operations, name) && operations[name as OperationName].missingIsDone
}

export function sendEntry(row: FrozenEntry<OperationName>, signal: AbortSignal): Promise<SendResult> {
  if (!isKnownOperation(row)) throw new Error(`Unknown operation ${row.endpoint}`)
  return remoteOf(row).send(row, signal)
}
