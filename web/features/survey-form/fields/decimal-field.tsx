import { useRef } from 'react'
import { parseDecimal } from '#survey/fields/number-entry.ts'
import { writeNumber } from '#survey/fields/number-text.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './beside.module.css'
import type { FieldViewProps } from './field-view.ts'
import { flipSign } from './flip-sign.ts'
import inputClasses from './input.module.css'
import { pasteCells } from './paste-cells.ts'
import { useNumber } from './use-number.ts'
import { describedByUnit, WithUnit } from './with-unit.tsx'

const anyNumber = {
  read: parseDecimal,
  advice: (_: string, locale: string) => t('fields.numberLike', { example: writeNumber('1234.5', locale) }),
}

/** Any number. Keeps the raw text; on blur it becomes a number or is reported as invalid. */
export function DecimalField(props: FieldViewProps) {
  const { answer, inputId, problemId, describedBy, onRefused } = props
  const { field, value } = answer
  const ref = useRef<HTMLInputElement>(null)
  const number = useNumber(props, ref, anyNumber)
  const take = (text: string) => {
    if (number.typed(text) !== null) onRefused(null)
  }
  return (
    <WithUnit field={field} value={value} inputId={inputId}>
      <div className={classes.row}>
        <input
          ref={ref}
          id={inputId}
          className={inputClasses.input}
          type="text"
          inputMode="decimal"
          defaultValue={number.unread ?? number.shown}
          placeholder={t('fields.enterDecimal')}
          autoComplete="off"
          aria-required={field.mandatory}
          aria-invalid={problemId !== undefined}
          aria-describedby={describedByUnit(field, inputId, describedBy)}
          onFocus={number.come}
          onPaste={pasteCells}
          onInput={({ currentTarget }) => take(currentTarget.value)}
          onBlur={number.leave}
        />
        {(field.min === undefined || field.min < 0) && (
          <button
            type="button"
            className={classes.button}
            aria-label={t('fields.plusMinus', { name: field.name })}
            onClick={() => {
              if (!ref.current) return
              ref.current.value = flipSign(ref.current.value)
              take(ref.current.value)
            }}
          >
            ±
          </button>
        )}
      </div>
    </WithUnit>
  )
}
