import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { asksReason } from '#survey/fields/yes-no.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './choice.module.css'
import { ClearButton } from './clear-button.tsx'
import type { FieldViewProps } from './field-view.ts'
import inputClasses from './input.module.css'
import { usePasteLimit } from './use-paste-limit.ts'
import { growTextArea, useSyncedValue } from './use-synced-value.ts'

/** Two large choices, with a reason below the choice that requires it. */
export function YesNoField(props: FieldViewProps) {
  const { answer, inputId, problemId, onAnswer } = props
  const { field, value, values } = answer
  // Switching the answer hides the reason; switching back restores it.
  const lastReason = useRef('')
  const asked = asksReason(field, value)
  const choose = (choice: string) => {
    if (asked) lastReason.current = values[0] ?? ''
    onAnswer({ value: choice, values: lastReason.current === '' ? [] : [lastReason.current] })
  }
  return (
    <>
      <div className={classes.pair}>
        {(['Yes', 'No'] as const).map((choice, index) => (
          <label key={choice} className={classes.choice}>
            <input
              id={index === 0 ? inputId : undefined}
              type="radio"
              name={inputId}
              className={classes.box}
              checked={value === choice}
              aria-invalid={problemId !== undefined && value === ''}
              onChange={() => choose(choice)}
            />
            <span className={classes.words}>{t(choice === 'Yes' ? 'fields.yes' : 'fields.no')}</span>
          </label>
        ))}
      </div>
      <VisuallyHidden role="status">{asked ? t('fields.reasonAsked') : ''}</VisuallyHidden>
      {asked && <Reason {...props} />}
      <ClearButton answer={answer} onAnswer={onAnswer} />
    </>
  )
}

function Reason({ answer, inputId, problemId, describedBy, onAnswer, onRefused }: FieldViewProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const reason = answer.values[0] ?? ''
  const initial = useSyncedValue(ref, reason)
  const paste = usePasteLimit(onRefused, limits.reasonMax)
  return (
    <label className={classes.reason}>
      <span className={classes.reasonLabel}>{t('fields.reason')}</span>
      <textarea
        dir="auto"
        ref={ref}
        id={`${inputId}-reason`}
        className={inputClasses.text}
        rows={1}
        defaultValue={initial}
        placeholder={t('fields.enterReason')}
        maxLength={limits.reasonMax}
        autoComplete="off"
        aria-required={answer.field.mandatory}
        aria-invalid={problemId !== undefined}
        aria-describedby={describedBy}
        onPaste={paste.onPaste}
        onInput={({ currentTarget }) => {
          growTextArea(currentTarget)
          paste.changed()
          onAnswer({ value: answer.value, values: [currentTarget.value] })
        }}
      />
    </label>
  )
}
