import type { ClipboardEvent } from 'react'

/**
 * Browsers drop line breaks when pasting into a one-line input, so '12' above '13' would become 1213. Replaces them
 * with tabs, so several pasted cells are rejected as a number.
 */
export function pasteCells(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  const node = event.currentTarget
  const piece = text.replace(/[\r\n]+/g, '\t')
  // Deprecated, but the only way that keeps the input's undo history.
  if (document.execCommand('insertText', false, piece)) return
  node.setRangeText(piece, node.selectionStart ?? 0, node.selectionEnd ?? 0, 'end')
  node.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}
