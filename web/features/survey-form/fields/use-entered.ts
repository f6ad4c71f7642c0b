import { type RefObject, useEffect, useRef } from 'react'
import { numberLocale } from '#contract/messages/spoken.ts'
import { digitsIn, wholeFrom } from '#survey/fields/number-entry.ts'
import { entered, type Selected, withBlocked } from './digits.ts'

interface Blocked extends Selected {
  readonly keys: string
}

/** All that was entered into an input that shows its digits only. */
export interface Entered {
  /** After the input has changed: all of it now. */
  readonly changed: (node: HTMLInputElement) => string
  /** A key was kept from it. */
  readonly blocked: (node: HTMLInputElement, key: string) => string
  /** An input method is in the middle of a word: the change counts once it is over. */
  readonly wait: () => void
  /** What changed no number is forgotten with its message: '12e' is 12 for whoever comes back. */
  readonly left: () => void
}

export function useEntered(ref: RefObject<HTMLInputElement | null>, initial: string | null): Entered {
  const all = useRef(initial ?? '')
  const before = useRef<(Selected & { readonly text: string }) | null>(null)
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

  /** What came into the input from somewhere else was not entered. */
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
        all.current = entered(allOf(text), now, { start, end })
      }
      return all.current
    },
    blocked(node, key) {
      const { start, end } = selectedIn(node)
      all.current = allOf(node.value)
      if (start === end) all.current = withBlocked(all.current, key, start)
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
      if (wholeFrom(all.current, numberLocale()) !== null) all.current = digitsIn(all.current)
    },
  }
}

function selectedIn({ selectionStart, selectionEnd, value }: HTMLInputElement): Selected {
  return { start: selectionStart ?? value.length, end: selectionEnd ?? value.length }
}
