import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import type { Answer } from '#survey/survey.ts'

/** Props of every field type's input. Inputs are native, because a section may have hundreds of them. */
export interface FieldViewProps {
  readonly answer: Answer
  readonly subSectionId: string
  readonly inputId: string
  /** The id of the problem's text, if there is a problem. */
  readonly problemId: string | undefined
  /** Hint and problem, for `aria-describedby`. */
  readonly describedBy: string | undefined
  /** `copiedFrom`: restores the mark of an unchecked copy. */
  readonly onAnswer: (given: AnswerValue, copiedFrom?: string | null) => void
  /** Reports input that the field rejects, with details; null clears the report. */
  readonly onRefused: (reason: MessageKey | null, detail?: string) => void
  readonly onLeave: () => void
}
