/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const opensOrSpace = /[\s([{“‘«„/\-–—]$/u

const closes = /^[\s.,;:!?…)\]}”’»%/]/u

const sentenceEnd = /(?:^|\n|[.!?…]["”’)\]]*)\s*$/u

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

interface Inserted {
  /** The text to insert at the caret, including spaces. */
  readonly piece: string
  /** Not all words fit. */
  readonly cut: boolean
}

interface Place {
  readonly text: string
  readonly caret: number
  /** BCP 47, for capitalization. */
  readonly language: string
  /** Maximum length of the whole text. */
  readonly max: number
}

/** Returns dictated words to insert at the caret; the surrounding text never changes. */
export function insertWords(words: string, { text, caret, language, max }: Place): Inserted {
  const before = text.slice(0, caret)
  const after = text.slice(caret)
  const clean = words.replaceAll(/\s+/g, ' ').trim()
  if (clean === '') return { piece: '', cut: false }
  const spoken = sentenceEnd.test(before) ? capital(clean, language) : clean
  const piece = spaceBefore(before, spoken) + spoken + spaceAfter(spoken, after)
  const room = max - text.length
  return piece.length <= room ? { piece, cut: false } : { piece: wholeWords(piece, room), cut: true }
}

function spaceBefore(before: string, words: string): string {
  if (before === '' || opensOrSpace.test(before) || closes.test(words)) return ''
  return touchUnspaced(before, words) ? '' : ' '
}

function spaceAfter(words: string, after: string): string {
  if (after === '' || closes.test(after)) return ''
  return touchUnspaced(words, after) ? '' : ' '
}

function touchUnspaced(left: string, right: string): boolean {
  return unspaced.test([...left].at(-1) ?? '') || unspaced.test([...right][0] ?? '')
}

function capital(words: string, language: string): string {
  const [first = ''] = words
  return first.toLocaleUpperCase(language) + words.slice(first.length)
}

/** Returns as many whole words as fit. */
function wholeWords(piece: string, room: number): string {
  const end = piece.lastIndexOf(' ', room)
  return end > 0 ? piece.slice(0, end) : ''
}
