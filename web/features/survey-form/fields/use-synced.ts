import { type RefObject, useLayoutEffect } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * The input keeps its own text while it is typed into; only when the value comes from somewhere else (another
 * tab, another device) is it put in, with the caret left where it was.
 */
export function useSynced(ref: RefObject<Typed | null>, value: string): void {
  useLayoutEffect(() => {
    const node = ref.current
    if (!node || node.value === value) return
    const { selectionStart, selectionEnd } = node
    node.value = value
    if (document.activeElement === node) node.setSelectionRange(selectionStart, selectionEnd)
    grow(node)
  }, [ref, value])
}

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Where the style sheet alone cannot make a text field as high as its text. */
export function grow(node: Typed): void {
  if (growsItself || !(node instanceof HTMLTextAreaElement)) return
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight + 2}px`
}
