import { useRef } from 'react'
import { say } from '#web/lib/say.ts'
import { afterPress } from './after-press.ts'
import { blockedKeys, digitsOf } from './digits.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { useSynced } from './use-synced.ts'

/** Digits only; whatever else comes is taken out and said. */
export function NumericField({ answer, inputId, problemId, onGiven, onRefused, onLeave }: FieldViewProps) {
  const ref = useRef<HTMLInputElement>(null)
  useSynced(ref, answer.value)
  return (
    <input
      ref={ref}
      id={inputId}
      className={classes.input}
      type="text"
      inputMode="numeric"
      pattern="[0-9]*"
      defaultValue={answer.value}
      placeholder={say('form.enterDigit')}
      autoComplete="off"
      aria-required={answer.field.mandatory}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      onKeyDown={(event) => {
        if (!blockedKeys.has(event.key) || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        onRefused('surveys.enterNumber')
      }}
      onInput={({ currentTarget }) => {
        const { digits, caret, stripped } = digitsOf(currentTarget.value, currentTarget.selectionStart ?? 0)
        if (stripped) {
          currentTarget.value = digits
          currentTarget.setSelectionRange(caret, caret)
        }
        onRefused(stripped ? 'surveys.enterNumber' : null)
        onGiven({ value: digits, values: [] })
      }}
      onBlur={() => {
        afterPress(() => onRefused(null))
        onLeave()
      }}
    />
  )
}
