import { markChanged } from '../changed-since.ts'
import type { AnswerValue } from '../fields/kind.ts'
import type { PinPlace } from '../plan.ts'
import type { MediaRef, Survey } from '../survey.ts'
import { addSimilar } from './add-similar.ts'
import { setAnswer } from './answer.ts'
import { changeHeader, type HeaderChange } from './header.ts'
import { addMedia, describeMedia, type MediaPlace, removeMedia } from './media.ts'
import { addPlan, removePlan, renamePlan, setPin } from './plans.ts'
import { removeSimilar } from './remove-similar.ts'

/** An edit of an answer, with the revision of the value that the user saw. */
export interface AnswerEdit extends MediaPlace, AnswerValue {
  readonly kind: 'answer'
  readonly baseRevision: number
  readonly at: string
  readonly copiedFrom?: string | null
}

/** Every edit of a survey, as data: it can be stored on the device and applied again. */
export type Edit =
  | AnswerEdit
  | { readonly kind: 'header'; readonly change: HeaderChange; readonly at: string }
  | {
      readonly kind: 'add-similar'
      readonly sectionId: string
      readonly subSectionId: string
      readonly at: string
    }
  | { readonly kind: 'remove-similar'; readonly subSectionId: string; readonly at: string }
  | (MediaPlace & { readonly kind: 'add-media'; readonly media: MediaRef; readonly at: string })
  | (MediaPlace & { readonly kind: 'remove-media'; readonly mediaId: string; readonly at: string })
  | (MediaPlace & {
      readonly kind: 'describe-media'
      readonly mediaId: string
      readonly description: string
      readonly at: string
    })
  | PlanEdit

/** Edits of a survey's floor plans. */
export type PlanEdit =
  | {
      readonly kind: 'add-plan' | 'rename-plan'
      readonly planId: string
      readonly name: string
      readonly at: string
    }
  | { readonly kind: 'remove-plan'; readonly planId: string; readonly at: string }
  | {
      readonly kind: 'set-pin'
      readonly planId: string
      readonly subSectionId: string
      /** null = removed. */
      readonly place: PinPlace | null
      readonly at: string
    }

export function applyEdit(survey: Survey, edit: Edit): Survey {
  return markChanged(survey, applied(survey, edit), edit)
}

function applied(survey: Survey, edit: Edit): Survey {
  switch (edit.kind) {
    case 'answer':
      return setAnswer(survey, edit.subSectionId, edit.answerId, edit)
    case 'header':
      return changeHeader(survey, edit.change, edit.at)
    case 'add-similar':
      return addSimilar(survey, edit.sectionId, edit.subSectionId, edit.at)
    case 'remove-similar':
      return removeSimilar(survey, edit.subSectionId, edit.at)
    case 'add-media':
      return addMedia(survey, edit, edit.media, edit.at)
    case 'remove-media':
      return removeMedia(survey, edit, edit.mediaId, edit.at)
    case 'describe-media':
      return describeMedia(survey, edit, edit.mediaId, edit.description, edit.at)
    case 'add-plan':
      return addPlan(survey, edit.planId, edit.name, edit.at)
    case 'rename-plan':
      return renamePlan(survey, edit.planId, edit.name, edit.at)
    case 'remove-plan':
      return removePlan(survey, edit.planId, edit.at)
    case 'set-pin':
      return setPin(survey, edit.planId, edit.subSectionId, edit.place, edit.at)
  }
}
