import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import type { Answer } from '#survey/survey.ts'

/** What every kind of input gets. Inputs are the browser's own: hundreds of them must stay quick. */
export interface FieldViewProps {
  readonly answer: Answer
  readonly subSectionId: string
  readonly inputId: string
  /** Where the problem is written, if there is one. */
  readonly problemId: string | undefined
  /** Hint and problem, for `aria-describedby`. */
  readonly describedBy: string | undefined
  /** `copiedFrom`: it stands as it was copied from there, and nobody has checked it. */
  readonly onAnswer: (given: AnswerValue, copiedFrom?: string | null) => void
  /** Something was typed that this field does not take, and what there is to know of it; null = all is well again. */
  readonly onRefused: (reason: MessageKey | null, detail?: string) => void
  readonly onLeave: () => void
}
