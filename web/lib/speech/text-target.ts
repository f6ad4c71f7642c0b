import { insertWords } from './insert-words.ts'

export type TextInput = HTMLInputElement | HTMLTextAreaElement

interface Uses {
  readonly language: () => string
  /** Handles words that arrive after the field unmounted: `add` inserts them into its text. */
  readonly onLate: (add: (text: string) => string) => void
}

/** Inserts dictated words at the caret as if typed. They wait while an input method is composing a word. */
export class TextTarget {
  #node: TextInput
  #uses: Uses
  #held: string[] = []
  #composing = false

  constructor(node: TextInput, uses: Uses) {
    this.#node = node
    this.#uses = uses
  }

  /** An input method started composing. */
  hold(): void {
    this.#composing = true
  }

  release(): void {
    this.#composing = false
    // Let the input method's own change apply first.
    setTimeout(() => {
      for (const words of this.#held.splice(0)) this.put(words)
    })
  }

  /** Returns false if not all words fit. */
  put(words: string): boolean {
    if (!this.#node.isConnected) return this.#putLate(words)
    if (this.#composing) {
      this.#held.push(words)
      return true
    }
    const node = this.#node
    const caret = caretOf(node)
    const { piece, cut } = insertWords(words, this.#place(node.value, caret))
    if (piece !== '') typeIn(node, caret, piece)
    return !cut
  }

  #putLate(words: string): boolean {
    let whole = true
    this.#uses.onLate((text) => {
      const { piece, cut } = insertWords(words, this.#place(text, text.length))
      whole = !cut
      return text + piece
    })
    return whole
  }

  #place(text: string, caret: number) {
    const { maxLength } = this.#node
    const max = maxLength < 0 ? Number.POSITIVE_INFINITY : maxLength
    return { text, caret, max, language: this.#uses.language() }
  }
}

/** Returns the caret. An unfocused field with its caret at 0 was never clicked: insert at the end. */
function caretOf(node: TextInput): number {
  const end = node.selectionEnd ?? node.value.length
  return end === 0 && document.activeElement !== node ? node.value.length : end
}

/** Inserts without replacing the selection. */
function typeIn(node: TextInput, caret: number, piece: string): void {
  const focused = document.activeElement === node
  if (focused) node.setSelectionRange(caret, caret)
  // Only the deprecated command preserves the field's undo history.
  if (focused && document.execCommand('insertText', false, piece)) return
  node.setRangeText(piece, caret, caret, 'end')
  node.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: piece }))
}
