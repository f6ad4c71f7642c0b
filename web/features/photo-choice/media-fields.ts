import { placeNameOf } from '#survey/numbering.ts'
import type { Answer, Section, SubSection, Survey } from '#survey/survey.ts'
import type { ChoiceParams } from './choice-params.ts'

/** A sub-section and its fields for photos and videos. */
export interface MediaPart {
  readonly section: Section
  readonly part: SubSection
  readonly name: string
  readonly answers: readonly Answer[]
}

/** Sub-sections with visible fields for photos and videos. */
export function mediaParts(survey: Survey): readonly MediaPart[] {
  return survey.sections.flatMap((section) =>
    section.subSections.flatMap((part) => {
      const answers = part.answers.filter(({ field, hidden }) => field.media && !hidden)
      return answers.length > 0 ? [{ section, part, name: placeNameOf(section, part), answers }] : []
    }),
  )
}

/** The sub-section the address names. In a section that is not repeated, the section's id is enough. */
export function chosenPart(
  parts: readonly MediaPart[],
  { sectionId, subSectionId, detailId }: ChoiceParams,
): MediaPart | undefined {
  const named = parts.find(({ part }) => part.id === subSectionId)
  if (named) return named
  const holding = parts.find(({ answers }) => answers.some(({ id }) => id === detailId))
  if (holding) return holding
  const own = parts.filter(({ section }) => [section.id, section.definition.id].includes(sectionId))
  return own.length === 1 ? own[0] : undefined
}
