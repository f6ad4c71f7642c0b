import { limits } from '#contract/limits.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { MediaRef, Survey } from '../survey.ts'
import { changeAnswer } from './change.ts'

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
