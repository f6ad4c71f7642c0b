import type { MediaItem } from '#contract/media/media-item.ts'
import type { ServerAnswer } from './answer-state.ts'
import type { SurveyRows } from './build-survey.ts'
import type { MediaRef } from './survey.ts'

/** A stored answer. Titles are answers to their own field (`titleField`). */
export interface CopiedAnswer extends ServerAnswer {
  readonly id: string
  readonly fieldId: string
  /** With their URLs, which the engine doesn't store. Absent = none. */
  readonly photos?: readonly MediaItem[]
  readonly videos?: readonly MediaItem[]
}

export interface CopiedSubSection {
  readonly id: string
  readonly sectionId: string
  /** The answers received from the server; a title only if one was set. */
  readonly answers: readonly CopiedAnswer[]
}

export interface CopiedSection {
  readonly id: string
  readonly templateSectionId: string
  /** The server's field names by field id. */
  readonly fieldNames: Readonly<Record<string, string>>
}

/** The device's stored copy of a survey, as last received from the server, in flat lists. */
export interface SurveyCopy {
  /** In order. */
  readonly sections: readonly CopiedSection[]
  readonly subSections: readonly CopiedSubSection[]
}

export function rowsOfCopy({ sections, subSections }: SurveyCopy): Omit<SurveyRows, 'plans'> {
  const media: (MediaRef & { answerId: string })[] = []
  const answers = subSections.flatMap(({ id: subSectionId, answers }) =>
    answers.map((answer) => {
      const { id, fieldId, value, values, revision, editedAt, copiedFrom } = answer
      for (const kind of ['photo', 'video'] as const)
        for (const item of answer[`${kind}s`] ?? []) media.push(mediaRef(id, kind, item))
      return { id, subSectionId, fieldId, value, values, revision, editedAt, copiedFrom }
    }),
  )
  return { sections, subSections, answers, media }
}

export function mediaRef(
  answerId: string,
  kind: MediaRef['kind'],
  item: MediaItem,
): MediaRef & { answerId: string } {
  return {
    answerId,
    id: item.id,
    kind,
    description: item.description,
    copiedFrom: item.copy_checked ? null : (item.copied_from ?? null),
  }
}

/** Returns photos first, like the server. */
export function mediaOf({ photos = [], videos = [] }: CopiedAnswer): readonly MediaItem[] {
  return photos.length + videos.length === 0 ? [] : [...photos, ...videos]
}

/** Returns all answers of a copy by id. */
export function answersOfCopy({ subSections }: SurveyCopy): Map<string, CopiedAnswer> {
  return new Map(subSections.flatMap(({ answers }) => answers.map((answer) => [answer.id, answer] as const)))
}
