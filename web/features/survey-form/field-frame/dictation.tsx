import type { ReactNode, RefObject } from 'react'
import type { AnswerValue } from '#survey/fields/kind.ts'
import type { Answer } from '#survey/survey.ts'
import type { TextInput } from '#web/lib/speech/text-target.ts'
import { DictationField } from '#web/ui/dictation-field.tsx'
import { useDraft } from '../draft-context.ts'

interface Props {
  readonly answer: Answer
  readonly input: RefObject<TextInput | null>
  readonly onAnswer: (given: AnswerValue) => void
  /** The text input, with `ref={input}`. */
  readonly children: ReactNode
}

/** Adds a microphone to a text input if its field allows dictation. */
export function FieldDictation({ answer, input, onAnswer, children }: Props) {
  const draft = useDraft()
  if (!answer.field.dictation) return children
  return (
    <DictationField
      name={answer.field.name}
      input={input}
      onLate={(add) => onAnswer({ value: add((draft.answer(answer.id) ?? answer).value), values: [] })}
    >
      {children}
    </DictationField>
  )
}
