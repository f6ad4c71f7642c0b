import { initialAnswerValue } from '../default-value.ts'
import { isAnswerable, isMissing, sameAnswerValue } from '../fields/registry.ts'
import { deriveId } from '../ids.ts'
import { type Answer, type EarlierAnswer, everyAnswer, type Survey } from '../survey.ts'

/** Every answer of a survey with its place: first those of the form in its order, then earlier ones. */
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

/** Without what follows from other answers: that is worked out anew wherever it stands. */
function bare({ hidden: _, offer: __, ...answer }: Answer): Answer {
  return answer
}

/** Somebody gave it, or put a photo to it: what must not get lost. */
export function hasAnswer(answer: Answer): boolean {
  return answer.media.length > 0 || (isAnswerable(answer.field) && !isMissing(answer))
}

/** It is what its place would begin with, id and all: it need not be kept. */
export function isAsAtFirst({ subSectionId, answer }: EarlierAnswer): boolean {
  return (
    answer.revision === 0 &&
    answer.editedAt === null &&
    answer.copiedFrom === null &&
    answer.media.length === 0 &&
    isIdOf(subSectionId, answer) &&
    (!isAnswerable(answer.field) || sameAnswerValue(answer, initialAnswerValue(answer.field)))
  )
}

/** An answer that was given here under this very version may stand elsewhere by now, with the id of this place. */
export function nextId(id: string): string {
  return deriveId(id, 'again')
}

function isIdOf(subSectionId: string, { id, field }: Answer): boolean {
  const first = deriveId(subSectionId, field.id)
  return id === first || id === nextId(first) || id === nextId(nextId(first))
}
