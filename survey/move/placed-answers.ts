import { initialAnswerValue } from '../default-value.ts'
import { isAnswerable, isMissing, sameAnswerValue } from '../fields/registry.ts'
import { deriveId } from '../ids.ts'
import { type Answer, type EarlierAnswer, everyAnswer, type Survey } from '../survey.ts'

/** An answer with its place. */
export interface Placed extends EarlierAnswer {
  readonly isEarlier: boolean
}

export function everyPlaced(survey: Survey): readonly Placed[] {
  const { template } = survey
  const current = survey.sections.flatMap(({ id: sectionId, definition, subSections }) =>
    subSections.flatMap((part) =>
      everyAnswer(part).map((answer) => ({
        ...{ template, definition, sectionId, subSectionId: part.id },
        ...{ answer: bare(answer), isEarlier: false },
      })),
    ),
  )
  const earlier = (survey.earlierAnswers ?? []).map((one) => ({ ...one, isEarlier: true }))
  return [...current, ...earlier]
}

/** Removes derived state, which is computed again at the new place. */
function bare({ hidden: _, offer: __, ...answer }: Answer): Answer {
  return answer
}

/** Whether the answer has content or files, which must not be lost. */
export function hasAnswer(answer: Answer): boolean {
  return answer.media.length > 0 || (isAnswerable(answer.field) && !isMissing(answer))
}

/** Whether the answer equals the initial one of its place, including its id, and need not be stored. */
export function isInitialAnswer({ subSectionId, answer }: EarlierAnswer): boolean {
  return (
    answer.revision === 0 &&
    answer.editedAt === null &&
    answer.copiedFrom === null &&
    answer.media.length === 0 &&
    isIdOf(subSectionId, answer) &&
    (!isAnswerable(answer.field) || sameAnswerValue(answer, initialAnswerValue(answer.field)))
  )
}

/** Returns an alternative id for an empty answer: the original of this place may be in use elsewhere. */
export function nextId(id: string): string {
  return deriveId(id, 'again')
}

function isIdOf(subSectionId: string, { id, field }: Answer): boolean {
  const first = deriveId(subSectionId, field.id)
  return id === first || id === nextId(first) || id === nextId(nextId(first))
}
