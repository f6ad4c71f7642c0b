import type { Font, Glyph } from 'fontkit'

/** What a font does with printable ASCII, of which most text is: each letter's glyph, and the room between any two. */
export interface Letters {
  /** How much nearer to the next (or further from it) the first of two letters stands; null where they are joined. */
  kern(first: number, second: number): number | null
  glyph(letter: number): Glyph
}

const [from, to] = [0x20, 0x7e]
const count = to - from + 1

/** Whether a text is nothing else. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < from || code > to) return false
  }
  return true
}

export const marksUnplaced = { mark: false, mkmk: false }

const read = new WeakMap<Font, Letters>()

/**
 * Laid out pair by pair, each pair once for as long as the font is open. That gives what laying out the whole text
 * gives in a font that never looks at more than two letters: ours do not (`letters.test.ts`), others may.
 */
export function lettersOf(font: Font): Letters {
  const known = read.get(font)
  if (known) return known
  const made = readLetters(font)
  read.set(font, made)
  return made
}

function readLetters(font: Font): Letters {
  const glyphs = new Array<Glyph | undefined>(count)
  const kerns = new Array<number | null | undefined>(count * count)

  function glyph(letter: number): Glyph {
    const known = glyphs[letter - from]
    if (known) return known
    const made = font.glyphForCodePoint(letter)
    glyphs[letter - from] = made
    return made
  }

  function layOutPair(first: number, second: number): number | null {
    const text = String.fromCharCode(first, second)
    const run = font.layout(text, marksUnplaced, undefined, undefined, 'ltr')
    const [left, right] = [glyph(first), glyph(second)]
    const [at, next] = run.positions
    const apart = run.glyphs.length === 2 && run.glyphs[0]?.id === left.id && run.glyphs[1]?.id === right.id
    if (!(apart && at && next) || next.xAdvance !== right.advanceWidth) return null
    const raised = at.xOffset || at.yOffset || next.xOffset || next.yOffset
    return raised ? null : at.xAdvance - left.advanceWidth
  }

  return {
    glyph,
    kern(first, second) {
      const index = (first - from) * count + second - from
      const known = kerns[index]
      if (known !== undefined) return known
      const made = layOutPair(first, second)
      kerns[index] = made
      return made
    },
  }
}
