import type { ClipboardEvent } from 'react'

/**
 * Browsers put pasted lines into a one-line input without what parts them: '12' above '13' would be 1213. They come in
 * with a tab between them, so that they are as little a number as cells side by side.
 */
export function pasteCells(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  const node = event.currentTarget
  const piece = text.replace(/[\r\n]+/g, '\t')
  // The old command is the only way that keeps the field's own undo.
  if (document.execCommand('insertText', false, piece)) return
  node.setRangeText(piece, node.selectionStart ?? 0, node.selectionEnd ?? 0, 'end')
  node.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}
