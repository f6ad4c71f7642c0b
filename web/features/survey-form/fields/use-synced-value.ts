import { type RefObject, useLayoutEffect, useState } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps an uncontrolled input in sync: values from elsewhere (another tab or device) replace its text and keep the
 * caret.
 * Returns a constant `defaultValue`. React writes `defaultValue` on every render, which moves the caret of an
 * untouched text area to the start.
 */
export function useSyncedValue(ref: RefObject<Typed | null>, value: string): string {
  const [initial] = useState(value)
  useLayoutEffect(() => {
    const node = ref.current
    if (!node || node.value === value) return
    const { selectionStart, selectionEnd } = node
    node.value = value
    if (document.activeElement === node) node.setSelectionRange(selectionStart, selectionEnd)
    growTextArea(node)
  }, [ref, value])
  return initial
}

const hasFieldSizing = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Fits a text area's height to its text in browsers without `field-sizing`. */
export function growTextArea(node: Typed): void {
  if (hasFieldSizing || !(node instanceof HTMLTextAreaElement)) return
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight + 2}px`
}
