import { type RefObject, useLayoutEffect, useState } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * The input keeps its own text while it is typed into; only when the value comes from somewhere else (another
 * tab, another device) is it put in, with the caret left where it was.
 *
 * Returns what the input's `defaultValue` is to be for as long as it stands. React puts that in at each drawing, and
 * in a text area that nobody has typed in yet the caret goes before the first letter with it.
 */
export function useSynced(ref: RefObject<Typed | null>, value: string): string {
  const [initial] = useState(value)
  useLayoutEffect(() => {
    const node = ref.current
    if (!node || node.value === value) return
    const { selectionStart, selectionEnd } = node
    node.value = value
    if (document.activeElement === node) node.setSelectionRange(selectionStart, selectionEnd)
    grow(node)
  }, [ref, value])
  return initial
}

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Where the style sheet alone cannot make a text field as high as its text. */
export function grow(node: Typed): void {
  if (growsItself || !(node instanceof HTMLTextAreaElement)) return
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight + 2}px`
}
