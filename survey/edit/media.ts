import { limits } from '#contract/limits.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { MediaRef, Survey } from '../survey.ts'
import { changeAnswer } from './change.ts'

/** Which answer a photo or video hangs on. */
export interface MediaPlace {
  readonly subSectionId: string
  readonly answerId: string
}

/** Hangs a photo or video on an answer, behind those it has. An id that is there already is a replay. */
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

/** Whoever captions it, be it with the same words, has looked at it: the mark of a copy goes. */
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
