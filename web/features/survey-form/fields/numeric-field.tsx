import { useRef } from 'react'
import { say } from '#web/lib/say.ts'
import { afterPress } from './after-press.ts'
import { blockedKeys, digitsOf } from './digits.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { described, Measured } from './measured.tsx'
import { useSynced } from './use-synced.ts'

/** Digits only; whatever else comes is taken out and said. */
export function NumericField(props: FieldViewProps) {
  const { answer, inputId, problemId, describedBy, onGiven, onRefused, onLeave } = props
  const ref = useRef<HTMLInputElement>(null)
  useSynced(ref, answer.value)
  return (
    <Measured field={answer.field} value={answer.value} inputId={inputId}>
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
        aria-describedby={described(answer.field, inputId, describedBy)}
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
    </Measured>
  )
}
