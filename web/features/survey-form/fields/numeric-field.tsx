import { useRef } from 'react'
import { digitsIn, parseWholeNumber } from '#survey/fields/number-entry.ts'
import { asciiDigits } from '#survey/fields/number-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { blockedKeys } from './digits.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { pasteCells } from './paste-cells.ts'
import { useEnteredText } from './use-entered-text.ts'
import { useNumber } from './use-number.ts'
import { describedByUnit, WithUnit } from './with-unit.tsx'

const wholeNumber = {
  read: parseWholeNumber,
  advice: (typed: string) => t('fields.wholeNumber', { typed: typed.trim() }),
}

/**
 * Accepts digits only. Other characters are removed and reported; text that then reads as a different number is
 * rejected.
 */
export function NumericField(props: FieldViewProps) {
  const { answer, inputId, problemId, describedBy, onRefused } = props
  const ref = useRef<HTMLInputElement>(null)
  const number = useNumber(props, ref, wholeNumber)
  const all = useEnteredText(ref, number.unread)
  const showRefused = (text: string, refused: boolean) => {
    const value = number.typed(text)
    if (!refused && !/\D/.test(text)) onRefused(null)
    else onRefused('surveys.enterNumber', value === null ? number.advice(text) : undefined)
  }
  const take = (node: HTMLInputElement) => {
    const [typed, caret] = [node.value, node.selectionStart ?? 0]
    const digits = digitsIn(typed)
    showRefused(all.changed(node), digits !== asciiDigits(typed))
    if (digits === typed) return
    node.value = digits
    const behind = digitsIn(typed.slice(0, caret)).length
    node.setSelectionRange(behind, behind)
  }
  return (
    <WithUnit field={answer.field} value={answer.value} inputId={inputId}>
      <input
        ref={ref}
        id={inputId}
        className={classes.input}
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        defaultValue={number.unread === null ? number.shown : digitsIn(number.unread)}
        placeholder={t('form.enterDigit')}
        autoComplete="off"
        aria-required={answer.field.mandatory}
        aria-invalid={problemId !== undefined}
        aria-describedby={describedByUnit(answer.field, inputId, describedBy)}
        onFocus={number.come}
        onPaste={pasteCells}
        onKeyDown={(event) => {
          if (!blockedKeys.has(event.key) || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          showRefused(all.blocked(event.currentTarget, event.key), true)
        }}
        onInput={({ currentTarget, nativeEvent }) => {
          const { isComposing } = nativeEvent as InputEvent
          if (isComposing && /\D/.test(currentTarget.value)) all.wait()
          else take(currentTarget)
        }}
        onCompositionEnd={({ currentTarget }) => /\D/.test(currentTarget.value) && take(currentTarget)}
        onBlur={() => {
          all.left()
          number.leave()
        }}
      />
    </WithUnit>
  )
}
