import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { contactPart } from '#survey/fields/contact-part.ts'
import { keyboardOf } from '#survey/fields/keyboard.ts'
import { t } from '#web/lib/language/translate.ts'
import { FieldDictation } from '../field-frame/dictation.tsx'
import { ContactButton } from './contact-button.tsx'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { usePasteLimit } from './use-paste-limit.ts'
import { growTextArea, useSyncedValue } from './use-synced-value.ts'

/** A text area of one line that grows with its text. */
export function TextField(props: FieldViewProps & { readonly rows?: number }) {
  const { answer, inputId, problemId, describedBy, onAnswer, onRefused, onLeave, rows = 1 } = props
  const ref = useRef<HTMLTextAreaElement>(null)
  const initial = useSyncedValue(ref, answer.value)
  const paste = usePasteLimit(onRefused, limits.answerMax)
  return (
    <>
      <FieldDictation answer={answer} input={ref} onAnswer={onAnswer}>
        <textarea
          dir="auto"
          ref={ref}
          id={inputId}
          className={classes.text}
          rows={rows}
          inputMode={keyboardOf(answer.field)}
          defaultValue={initial}
          placeholder={t('form.enterText')}
          maxLength={limits.answerMax}
          autoComplete="off"
          aria-required={answer.field.mandatory}
          aria-invalid={problemId !== undefined}
          aria-describedby={describedBy}
          onPaste={paste.onPaste}
          onInput={({ currentTarget }) => {
            growTextArea(currentTarget)
            paste.changed()
            onAnswer({ value: currentTarget.value, values: [] })
          }}
          onBlur={onLeave}
        />
      </FieldDictation>
      <FromContacts answer={answer} onAnswer={onAnswer} />
    </>
  )
}

/** Offers the account's contacts if the field asks for a person or contact details. */
function FromContacts({ answer, onAnswer }: Pick<FieldViewProps, 'answer' | 'onAnswer'>) {
  const part = contactPart(answer.field)
  if (!part) return null
  return (
    <ContactButton
      field={answer.field.name}
      part={part}
      onChosen={(value) => onAnswer({ value, values: [] })}
    />
  )
}
