import { type RefObject, useEffect, useRef } from 'react'
import { numberLocale } from '#contract/messages/spoken.ts'
import { digitsIn, parseWholeNumber } from '#survey/fields/number-entry.ts'
import { asciiDigits } from '#survey/fields/number-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { blockedKeys, insertBlockedKey, mergeInput, type SelectionRange } from './digits.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { pasteCells } from './paste-cells.ts'
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

interface Blocked extends SelectionRange {
  readonly keys: string
}

/** Everything the user entered into an input that shows only the digits. */
interface EnteredText {
  /** Call after an input event. Returns the entered text. */
  readonly changed: (node: HTMLInputElement) => string
  /** Call when a key is blocked. Returns the entered text. */
  readonly blocked: (node: HTMLInputElement, key: string) => string
  /** Call during IME composition: the change counts when composition ends. */
  readonly wait: () => void
  /** Call on blur. Forgets rejected characters that do not change the number: '12e' becomes 12. */
  readonly left: () => void
}

function useEnteredText(ref: RefObject<HTMLInputElement | null>, initial: string | null): EnteredText {
  const all = useRef(initial ?? '')
  const before = useRef<(SelectionRange & { readonly text: string }) | null>(null)
  const blocked = useRef<Blocked | null>(null)
  const waiting = useRef(false)

  useEffect(() => {
    const node = ref.current
    if (!node) return
    const note = () => {
      if (!waiting.current) before.current = { text: node.value, ...selectedIn(node) }
    }
    node.addEventListener('beforeinput', note)
    return () => node.removeEventListener('beforeinput', note)
  }, [ref])

  /** Text set by the app, rather than the user, replaces the entered text. */
  const allOf = (text: string) => (digitsIn(all.current) === text ? all.current : text)

  return {
    changed(node) {
      const [was, pressed] = [before.current, blocked.current]
      before.current = null
      blocked.current = null
      waiting.current = false
      if (was === null) all.current = node.value
      else {
        const { start, end, text } = was
        const keys = pressed && start === pressed.start && end === pressed.end ? pressed.keys : ''
        const now = node.value.slice(0, start) + keys + node.value.slice(start)
        all.current = mergeInput(allOf(text), now, { start, end })
      }
      return all.current
    },
    blocked(node, key) {
      const { start, end } = selectedIn(node)
      all.current = allOf(node.value)
      if (start === end) all.current = insertBlockedKey(all.current, key, start)
      else {
        const earlier = blocked.current
        const same = earlier?.start === start && earlier.end === end
        blocked.current = { start, end, keys: (same ? earlier.keys : '') + key }
      }
      return all.current
    },
    wait() {
      waiting.current = true
    },
    left() {
      blocked.current = null
      if (parseWholeNumber(all.current, numberLocale()) !== null) all.current = digitsIn(all.current)
    },
  }
}

function selectedIn({ selectionStart, selectionEnd, value }: HTMLInputElement): SelectionRange {
  return { start: selectionStart ?? value.length, end: selectionEnd ?? value.length }
}
