import { type RefObject, useEffect, useRef } from 'react'
import { numberLocale } from '#contract/messages/spoken.ts'
import { digitsIn, parseWholeNumber } from '#survey/fields/number-entry.ts'
import { insertBlockedKey, mergeInput, type SelectionRange } from './digits.ts'

interface Blocked extends SelectionRange {
  readonly keys: string
}

/** Everything the user entered into an input that shows only the digits. */
export interface EnteredText {
  /** Call after an input event. Returns the entered text. */
  readonly changed: (node: HTMLInputElement) => string
  /** Call when a key is blocked. Returns the entered text. */
  readonly blocked: (node: HTMLInputElement, key: string) => string
  /** Call during IME composition: the change counts when composition ends. */
  readonly wait: () => void
  /** Call on blur. Forgets rejected characters that do not change the number: '12e' becomes 12. */
  readonly left: () => void
}

export function useEnteredText(ref: RefObject<HTMLInputElement | null>, initial: string | null): EnteredText {
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
