import { useRef } from 'react'
import { say } from '#web/lib/say.ts'
import { afterPress } from './after-press.ts'
import classes from './beside.module.css'
import { decimalOf, turned } from './decimals.ts'
import type { FieldViewProps } from './field-view.ts'
import inputClasses from './input.module.css'
import { described, Measured } from './measured.tsx'
import { useSynced } from './use-synced.ts'

/** Any number; whatever is no part of one is taken out and said. */
export function DecimalField(props: FieldViewProps) {
  const { answer, inputId, problemId, describedBy, onGiven, onRefused, onLeave } = props
  const { field, value } = answer
  const ref = useRef<HTMLInputElement>(null)
  useSynced(ref, value)
  return (
    <Measured field={field} value={value} inputId={inputId}>
      <div className={classes.row}>
        <input
          ref={ref}
          id={inputId}
          className={inputClasses.input}
          type="text"
          inputMode="decimal"
          defaultValue={value}
          placeholder={say('fields.enterDecimal')}
          autoComplete="off"
          aria-required={field.mandatory}
          aria-invalid={problemId !== undefined}
          aria-describedby={described(field, inputId, describedBy)}
          onInput={({ currentTarget }) => {
            const typed = currentTarget.value
            const { text, caret, stripped } = decimalOf(typed, currentTarget.selectionStart ?? 0)
            if (text !== typed) {
              currentTarget.value = text
              currentTarget.setSelectionRange(caret, caret)
            }
            onRefused(stripped ? 'surveys.enterNumber' : null)
            onGiven({ value: text, values: [] })
          }}
          onBlur={() => {
            afterPress(() => onRefused(null))
            onLeave()
          }}
        />
        {(field.min === undefined || field.min < 0) && (
          <button
            type="button"
            className={classes.button}
            aria-label={say('fields.plusMinus', { name: field.name })}
            onClick={() => onGiven({ value: turned(ref.current?.value ?? value), values: [] })}
          >
            ±
          </button>
        )}
      </div>
    </Measured>
  )
}
