import { limits } from '#contract/limits.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { AnswerValue } from '../fields/kind.ts'
import { derived } from '../logic/derive.ts'
import type { PinPlace } from '../plan.ts'
import type { MediaRef, Survey } from '../survey.ts'
import { addSimilar } from './add-similar.ts'
import { asChanged, changeAnswer, changeSection, laterTime, setAnswer } from './change.ts'
import { addPlan, removePlan, renamePlan, setPin } from './plans.ts'

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

/** Marks a submitted survey as changed by an edit of its content; Save and Submit clear the mark. */
function markChanged(before: Survey, after: Survey, edit: Edit): Survey {
  if (edit.kind !== 'header') return after === before ? after : asChanged(after)
  if (edit.change.status === undefined || !after.changedSinceSubmission) return after
  const { changedSinceSubmission, ...cleared } = after
  return cleared
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

/** Removes a sub-section unless it is the only one of its section. */
export function removeSimilar(survey: Survey, subSectionId: string, at: string): Survey {
  const home = survey.sections.find((section) => section.subSections.some(({ id }) => id === subSectionId))
  if (!home || home.subSections.length === 1) return survey
  return changeSection(survey, home.id, at, (section) => ({
    ...section,
    subSections: section.subSections.filter(({ id }) => id !== subSectionId),
  }))
}

/** Editable properties of the survey itself: names, status, report options and time zone. */
type HeaderChange = Partial<
  Pick<
    Survey,
    'name' | 'owner' | 'status' | 'showMedia' | 'hideEmpty' | 'showPositions' | 'showInternal' | 'timeZone'
  >
>

export function changeHeader(survey: Survey, change: HeaderChange, at: string): Survey {
  const after: Survey = { ...survey, ...change }
  const same =
    after.name === survey.name &&
    after.owner === survey.owner &&
    after.status === survey.status &&
    after.showMedia === survey.showMedia &&
    after.hideEmpty === survey.hideEmpty &&
    after.showPositions === survey.showPositions &&
    after.showInternal === survey.showInternal &&
    after.timeZone === survey.timeZone
  if (same) return survey
  const changed = { ...after, lastEdited: laterTime(survey.lastEdited, at) }
  // Calculations use the survey's time zone.
  return after.timeZone === survey.timeZone ? changed : derived(changed, survey)
}

/** The answer that a photo or video belongs to. */
export interface MediaPlace {
  readonly subSectionId: string
  readonly answerId: string
}

/** Appends a photo or video to an answer. An existing id is a replay and changes nothing. */
export function addMedia(survey: Survey, place: MediaPlace, media: MediaRef, at: string): Survey {
  return changeMedia(survey, place, at, (all) =>
    all.some(({ id }) => id === media.id) ? all : [...all, media],
  )
}

export function removeMedia(survey: Survey, place: MediaPlace, mediaId: string, at: string): Survey {
  return changeMedia(survey, place, at, (all) =>
    all.some(({ id }) => id === mediaId) ? all.filter(({ id }) => id !== mediaId) : all,
  )
}

/** Sets the caption. Saving it, even unchanged, counts as checking a copied file and clears `copiedFrom`. */
export function describeMedia(
  survey: Survey,
  place: MediaPlace,
  mediaId: string,
  text: string,
  at: string,
): Survey {
  const description = cut(plainText(text), limits.descriptionMax)
  return changeMedia(survey, place, at, (all) =>
    all.some(
      (media) => media.id === mediaId && (media.description !== description || media.copiedFrom !== null),
    )
      ? all.map((media) => (media.id === mediaId ? { ...media, description, copiedFrom: null } : media))
      : all,
  )
}

function changeMedia(
  survey: Survey,
  place: MediaPlace,
  at: string,
  change: (media: readonly MediaRef[]) => readonly MediaRef[],
): Survey {
  return changeAnswer(survey, place.subSectionId, place.answerId, at, (answer) => {
    const media = change(answer.media)
    return media === answer.media ? answer : { ...answer, media }
  })
}
