import bidiFactory, { type Bidi } from 'bidi-js'
import LineBreaker from 'linebreak'
import type { Face, FontBook } from './font-book.ts'
import type { Weight } from './font-files.ts'
import { type Shaped, shape } from './shape.ts'

/** Text in one face and one direction. */
interface Run {
  readonly face: Face
  /** The bidi level: odd is right to left. */
  readonly level: number
  /** The drawn text: brackets are mirrored, and a box replaces a cluster that no font has. */
  readonly drawn: string
  /** The original text, for screen readers. */
  readonly meant: string
}

/** A run with its glyphs. */
export interface Piece extends Run {
  readonly shaped: Shaped
}

/** The text between two places where a line may break. */
export interface Word {
  readonly pieces: readonly Piece[]
  readonly width: number
  /** Dropped at the end of a line. */
  readonly space: Piece | null
}

export interface Paragraph {
  readonly words: readonly Word[]
  readonly rightToLeft: boolean
  /** False if readers can restore the text from the glyphs. */
  readonly needsActualText: boolean
  /** Ends each line, so that its last word is not joined with the next line. */
  readonly blank: Piece
}

export interface Itemizer {
  paragraph(text: string, weight: Weight): Paragraph
  /** Splits a piece into graphemes. */
  letters(piece: Piece): readonly Piece[]
  /** Joins adjacent runs of one face and level and shapes them together. */
  join(pieces: readonly Run[]): Piece
}

// Its types are incomplete: the module itself is the factory.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

const box = '\u25a1'
/** Longer text is not a word and is shaped in chunks. */
const longestPiece = 200

export function openItemizer(book: FontBook, missing: (cluster: string) => void): Itemizer {
  const shapes = new Map<Face, Map<string, Shaped>>()

  function shapesOf(face: Face): Map<string, Shaped> {
    const known = shapes.get(face)
    if (known && known.size < 20_000) return known
    const made = new Map<string, Shaped>()
    shapes.set(face, made)
    return made
  }

  function shaped(face: Face, text: string, level: number): Shaped {
    const rightToLeft = level % 2 === 1
    if (text.length > 40) return shape(face, text, rightToLeft)
    const known = shapesOf(face)
    const key = rightToLeft ? `\u200f${text}` : text
    const old = known.get(key)
    if (old) return old
    const made = shape(face, text, rightToLeft)
    known.set(key, made)
    return made
  }

  function piece(face: Face, level: number, drawn: string, meant: string): Piece {
    return { face, level, drawn, meant, shaped: shaped(face, drawn, level) }
  }

  function word(pieces: readonly Piece[], space: Piece | null): Word {
    return { pieces, space, width: pieces.reduce((sum, { shaped }) => sum + shaped.width, 0) }
  }

  function plainParagraph(text: string, weight: Weight): Paragraph {
    const face = book.primary(weight)
    const words = segments(text).map((segment) => {
      const body = segment.trimEnd()
      const gap = segment.slice(body.length)
      const pieces = chunks(body).map((chunk) => piece(face, 0, chunk, chunk))
      return word(pieces, gap ? piece(face, 0, gap, gap) : null)
    })
    return { words, rightToLeft: false, needsActualText: false, blank: piece(face, 0, ' ', ' ') }
  }

  function mixedParagraph(text: string, weight: Weight): Paragraph {
    const levels = bidi.getEmbeddingLevels(text)
    const mirrored = bidi.getMirroredCharactersMap(text, levels.levels)
    let glyphsTell = !reordered.test(text)
    let at = 0

    /** Returns the cluster unshaped. Shaping is the most expensive step and runs once per joined piece. */
    function clusterRun(cluster: string, start: number): Run | null {
      const level = levels.levels[start] ?? 0
      if (!/\P{Default_Ignorable_Code_Point}/u.test(cluster)) return null
      const drawn = mirrored.get(start) ?? cluster
      const face = book.faceFor(drawn, weight)
      if (face) return { face, level, drawn, meant: cluster }
      missing(cluster)
      glyphsTell = false
      return { face: book.faceFor(box, weight) ?? book.primary(weight), level, drawn: box, meant: cluster }
    }

    const words = segments(text).map((segment) => {
      const body = segment.trimEnd()
      const start = at
      at += segment.length
      const runs: Run[] = []
      for (const { segment: cluster, index } of graphemes.segment(body)) {
        const next = clusterRun(cluster, start + index)
        if (next) runs.push(next)
      }
      const gapLevel = levels.levels[start + body.length] ?? 0
      const gap = segment.slice(body.length).replace(/[^\S ]/gu, ' ')
      return word(joinAll(runs), gap ? piece(book.primary(weight), gapLevel, gap, gap) : null)
    })
    // PDF readers reverse right-to-left glyphs themselves, and would reverse an ActualText too.
    const turned = levels.levels.some((level) => level > 0)
    return {
      words,
      rightToLeft: levels.paragraphs[0]?.level === 1,
      needsActualText: !glyphsTell && !turned,
      blank: piece(book.primary(weight), 0, ' ', ' '),
    }
  }

  function join(pieces: readonly Run[]): Piece {
    const [first] = pieces
    if (!first) throw new Error('nothing to join')
    const drawn = pieces.map((part) => part.drawn).join('')
    const meant = pieces.map((part) => part.meant).join('')
    return piece(first.face, first.level, drawn, meant)
  }

  function joinAll(pieces: readonly Run[]): readonly Piece[] {
    const joined: Piece[] = []
    let run: Run[] = []
    let length = 0
    for (const next of pieces) {
      const first = run[0]
      const alike = first && first.face === next.face && first.level === next.level
      const fits = alike && isLetters(first) && isLetters(next) && length < longestPiece
      if (first && !fits) {
        joined.push(join(run))
        run = []
        length = 0
      }
      run.push(next)
      length += next.drawn.length
    }
    return run.length > 0 ? [...joined, join(run)] : joined
  }

  return {
    paragraph: (text, weight) =>
      isPlain(text, book.primary(weight)) ? plainParagraph(text, weight) : mixedParagraph(text, weight),
    letters: (whole) =>
      isLetters(whole)
        ? Array.from(graphemes.segment(whole.drawn), ({ segment, index }) =>
            piece(whole.face, whole.level, segment, whole.meant.slice(index, index + segment.length)),
          )
        : [whole],
    join,
  }
}

/**
 * Returns whether each character has its own glyph. A box that replaces a longer cluster stays separate, or a
 * line could not break between two boxes.
 */
function isLetters({ drawn, meant }: Run): boolean {
  return drawn.length === meant.length
}

/**
 * Returns whether a text needs no bidi, clusters or other faces. Most text is plain, and much faster to set.
 */
function isPlain(text: string, { font }: Face): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= 0x20 && code < 0x7f) continue
    const simple = (code >= 0xa0 && code < 0x300 && code !== 0xad) || (code >= 0x370 && code < 0x590)
    const sign = code >= 0x2010 && code <= 0x2027
    if (!(simple || sign) || !font.hasGlyphForCodePoint(code)) return false
  }
  return true
}

function chunks(text: string): readonly string[] {
  if (text.length <= longestPiece) return text ? [text] : []
  return text.match(/.{1,200}/gsu) ?? []
}

/** Scripts whose glyphs are in a different order than their letters, or stacked. */
const reordered = /[\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Splits the text where a line may break. Thai and similar scripts have no spaces and use a dictionary. */
function segments(text: string): readonly string[] {
  const breaker = new LineBreaker(text)
  const found: string[] = []
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const segment = text.slice(start, next.position)
    if (unspaced.test(segment)) found.push(...Array.from(words.segment(segment), (part) => part.segment))
    else if (segment) found.push(segment)
    start = next.position
  }
  return found
}
