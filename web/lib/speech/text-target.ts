import { insertWords } from './insert-words.ts'

export type TextInput = HTMLInputElement | HTMLTextAreaElement

interface Uses {
  readonly language: () => string
  /** For words that come after the field has left the screen: `add` puts them into its text. */
  readonly onLate: (add: (text: string) => string) => void
}

/**
 * Where dictated words go: in at the caret, as if they were typed. While an input method is in the middle of a word
 * they wait for its end.
 */
export class TextTarget {
  #node: TextInput
  #uses: Uses
  #held: string[] = []
  #composing = false

  constructor(node: TextInput, uses: Uses) {
    this.#node = node
    this.#uses = uses
  }

  /** An input method has begun a word. */
  hold(): void {
    this.#composing = true
  }

  release(): void {
    this.#composing = false
    // The input method's own change comes first.
    setTimeout(() => {
      for (const words of this.#held.splice(0)) this.put(words)
    })
  }

  /** False = not all of it fitted. */
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

/** A caret that nobody has put anywhere stands at the beginning; words go to the end then. */
function caretOf(node: TextInput): number {
  const end = node.selectionEnd ?? node.value.length
  return end === 0 && document.activeElement !== node ? node.value.length : end
}

/** What is selected stays: dictation adds, it never replaces. */
function typeIn(node: TextInput, caret: number, piece: string): void {
  const focused = document.activeElement === node
  if (focused) node.setSelectionRange(caret, caret)
  // The old command is the only way that keeps the field's own undo.
  if (focused && document.execCommand('insertText', false, piece)) return
  node.setRangeText(piece, caret, caret, 'end')
  node.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: piece }))
}
