import type { Font, Glyph } from 'fontkit'

/** A font's glyphs and kerning for printable ASCII, which most text is. */
export interface AsciiKerning {
  /** Returns the kerning between two letters, or null if they form a ligature. */
  kern(first: number, second: number): number | null
  glyph(letter: number): Glyph
}

const [from, to] = [0x20, 0x7e]
const count = to - from + 1

/** Returns whether a text is only printable ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < from || code > to) return false
  }
  return true
}

export const marksUnplaced = { mark: false, mkmk: false }

const read = new WeakMap<Font, AsciiKerning>()

/**
 * Returns the font's kerning, computed once per pair. This equals laying out the whole text only in fonts
 * that look at no more than two letters, as ours do (`ascii-kerning.test.ts`).
 */
export function kerningOf(font: Font): AsciiKerning {
  const known = read.get(font)
  if (known) return known
  const made = readLetters(font)
  read.set(font, made)
  return made
}

function readLetters(font: Font): AsciiKerning {
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
