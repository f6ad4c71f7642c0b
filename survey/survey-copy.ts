import type { MediaItem } from '#contract/media/media-item.ts'
import type { ServerAnswer } from './answer-state.ts'
import type { SurveyRows } from './open.ts'
import type { MediaRef } from './survey.ts'

/** An answer of a copy. Titles are answers of a field of their own (`titleField`). */
export interface CopiedAnswer extends ServerAnswer {
  readonly id: string
  readonly fieldId: string
  /** With the addresses that the engine does not know. Absent = none. */
  readonly photos?: readonly MediaItem[]
  readonly videos?: readonly MediaItem[]
}

export interface CopiedSubSection {
  readonly id: string
  readonly sectionId: string
  /** Those that the server told; a title only where one was given. */
  readonly answers: readonly CopiedAnswer[]
}

export interface CopiedSection {
  readonly id: string
  readonly templateSectionId: string
  /** What the server calls the fields, by their ids. */
  readonly fieldNames: Readonly<Record<string, string>>
}

/** A survey as the server last told it, in the engine's words and as flat lists: what a device keeps of it. */
export interface SurveyCopy {
  /** In their order. */
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

/** Photos first, as the server tells them. */
export function mediaOf({ photos = [], videos = [] }: CopiedAnswer): readonly MediaItem[] {
  return photos.length + videos.length === 0 ? [] : [...photos, ...videos]
}

/** Every answer of a copy by its id. */
export function answersOfCopy({ subSections }: SurveyCopy): Map<string, CopiedAnswer> {
  return new Map(subSections.flatMap(({ answers }) => answers.map((answer) => [answer.id, answer] as const)))
}
