import type { FontBook } from './font-book.ts'
import type { Weight } from './font-files.ts'
import { type Itemizer, openItemizer, type Paragraph, type Piece, type Word } from './itemize.ts'

export interface TextStyle {
  readonly size: number
  readonly weight: Weight
  readonly color: string
  /** Distance between lines, in points. */
  readonly leading: number
}

/** One line, its pieces from left to right. */
export interface Line {
  readonly pieces: readonly Piece[]
  /** In points. */
  readonly width: number
  readonly rightToLeft: boolean
  /** The text for screen readers, or null if the glyphs are enough. */
  readonly actual: string | null
}

export interface Typesetter {
  /** Breaks a text of any length into lines no wider than `width` points. */
  lines(text: string, style: TextStyle, width: number): readonly Line[]
  /** Returns one line, cut with an ellipsis if the text is too long. */
  oneLine(text: string, style: TextStyle, width: number): Line
}

const rememberedLength = 100
const rememberedTexts = 3000

export function openTypesetter(book: FontBook, missing: (cluster: string) => void): Typesetter {
  const itemizer = openItemizer(book, missing)
  let remembered = new Map<TextStyle, Map<number, Map<string, readonly Line[]>>>()
  let count = 0

  function set(text: string, style: TextStyle, width: number): readonly Line[] {
    return paragraphsOf(text).flatMap((paragraph, index, all) =>
      fill(itemizer, itemizer.paragraph(paragraph, style.weight), style.size, width, index < all.length - 1),
    )
  }

  function lines(text: string, style: TextStyle, width: number): readonly Line[] {
    if (text.length > rememberedLength) return set(text, style, width)
    const known = rememberedOf(style, width)
    const old = known.get(text)
    if (old) return old
    const made = set(text, style, width)
    count += 1
    known.set(text, made)
    return made
  }

  /**
   * Returns the cached lines of a style and width. One key for text, style and width would cost as much as
   * typesetting.
   */
  function rememberedOf(style: TextStyle, width: number): Map<string, readonly Line[]> {
    if (count > rememberedTexts) {
      remembered = new Map()
      count = 0
    }
    const ofStyle = remembered.get(style) ?? new Map<number, Map<string, readonly Line[]>>()
    remembered.set(style, ofStyle)
    const ofWidth = ofStyle.get(width) ?? new Map<string, readonly Line[]>()
    ofStyle.set(width, ofWidth)
    return ofWidth
  }

  return {
    lines,
    oneLine(text, style, width) {
      const flat = text.replace(/\s+/gu, ' ').slice(0, 400)
      const [first, second] = lines(flat, style, width)
      if (first && !second) return first
      const letters = Array.from(new Intl.Segmenter('en').segment(flat), ({ segment }) => segment)
      let [fits, tooMany] = [0, letters.length]
      while (tooMany - fits > 1) {
        const middle = Math.floor((fits + tooMany) / 2)
        const tried = lines(`${letters.slice(0, middle).join('').trimEnd()}…`, style, width)
        if (tried.length <= 1) fits = middle
        else tooMany = middle
      }
      return lines(`${letters.slice(0, fits).join('').trimEnd()}…`, style, width)[0] ?? emptyLine
    },
  }
}

const emptyLine: Line = { pieces: [], width: 0, rightToLeft: false, actual: null }

/** Splits a text at its line breaks and drops control characters. */
function paragraphsOf(text: string): readonly string[] {
  return text
    .toWellFormed()
    .normalize('NFC')
    .trimEnd()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) =>
      line
        .replace(/\t/gu, '    ')
        .replace(/\p{Cc}/gu, '')
        .trimEnd(),
    )
}

function fill(
  itemizer: Itemizer,
  paragraph: Paragraph,
  size: number,
  width: number,
  continues: boolean,
): readonly Line[] {
  const room = (width * 1000) / size
  const words = paragraph.words.flatMap((word) => (word.width > room ? cut(itemizer, word, room) : [word]))
  const lines: Line[] = []
  let taken: Word[] = []
  let used = 0
  for (const word of words) {
    if (taken.length > 0 && used + word.width > room + 0.5) {
      lines.push(finishLine(taken, paragraph, size, Boolean(taken.at(-1)?.space)))
      taken = []
      used = 0
    }
    taken.push(word)
    used += word.width + (word.space?.shaped.width ?? 0)
  }
  return [...lines, finishLine(taken, paragraph, size, continues)]
}

/** Breaks a word that is wider than the line between letters. */
function cut(itemizer: Itemizer, word: Word, room: number): readonly Word[] {
  const cuts: Word[] = []
  let pieces: Piece[] = []
  let width = 0
  let run: Piece[] = []

  function endRun(): void {
    if (run.length > 0) pieces.push(itemizer.join(run))
    run = []
  }
  function endCut(): void {
    endRun()
    if (pieces.length > 0) cuts.push({ pieces, width, space: null })
    pieces = []
    width = 0
  }

  for (const piece of word.pieces) {
    endRun()
    for (const letter of itemizer.letters(piece)) {
      if (width + letter.shaped.width > room && width > 0) endCut()
      run.push(letter)
      width += letter.shaped.width
    }
  }
  endCut()
  const last = cuts.pop()
  return last ? [...cuts, { ...last, space: word.space }] : []
}

function finishLine(words: readonly Word[], paragraph: Paragraph, size: number, spaced: boolean): Line {
  const logical = words.flatMap(({ pieces, space }, index) =>
    space && index < words.length - 1 ? [...pieces, space] : pieces,
  )
  const width = logical.reduce((sum, { shaped }) => sum + shaped.width, 0)
  const actual = logical.map(({ meant }) => meant).join('') + (spaced ? ' ' : '')
  const visual = visualOrder(logical)
  return {
    pieces: spaced && !paragraph.rightToLeft ? [...visual, paragraph.blank] : visual,
    width: (width * size) / 1000,
    rightToLeft: paragraph.rightToLeft,
    actual: paragraph.needsActualText ? actual : null,
  }
}

/**
 * Applies rule L2 of the Unicode bidirectional algorithm: from the highest level down, reverse adjacent
 * pieces.
 */
function visualOrder(pieces: readonly Piece[]): readonly Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  let order = [...pieces]
  for (let level = highest; level > 0; level -= 1) {
    const turned: Piece[] = []
    let run: Piece[] = []
    for (const piece of order) {
      if (piece.level >= level) run.unshift(piece)
      else {
        turned.push(...run, piece)
        run = []
      }
    }
    order = [...turned, ...run]
  }
  return order
}
