import type { Font, Glyph } from 'fontkit'
import type { Face } from './font-book.ts'
import { glyphCode } from './pdfkit-adapter.ts'

const [from, to] = [0x20, 0x7e]

const count = to - from + 1

export const marksUnplaced = { mark: false, mkmk: false }

const read = new WeakMap<Font, AsciiKerning>()

/**
 * Glyphs of one face in drawing order, ready for a text operator. Lengths are thousandths of the font size.
 */
export interface Shaped {
  readonly width: number
  readonly parts: readonly ShapedPart[]
}

/** The contents of a TJ array, raised by `rise` for marks. */
interface ShapedPart {
  readonly rise: number
  readonly array: string
}

const hex = (code: number) => code.toString(16).padStart(4, '0')
const short = (value: number) => String(Math.round(value * 100) / 100)

/**
 * Scripts without combining marks. Skipping the font's mark tables saves more time than setting a page of
 * text.
 */
const unmarked =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{N}\p{P}\p{S}\p{Zs}]*$/u

/** Lays out a text. fontkit throws where a font lacks anchors for rare letters; then marks stay unplaced. */
function layOut({ font }: Face, text: string, direction: 'ltr' | 'rtl') {
  const plain = () => font.layout(text, marksUnplaced, undefined, undefined, direction)
  if (unmarked.test(text)) return plain()
  try {
    return font.layout(text, [], undefined, undefined, direction)
  } catch {
    return plain()
  }
}

/** Shapes text of one face and direction; the glyphs are ordered from left to right in both directions. */
export function shape(face: Face, text: string, rightToLeft: boolean): Shaped {
  const byPairs = face.setsPairs && !rightToLeft && isAscii(text) ? shapeByPairs(face, text) : null
  return byPairs ?? shapeWhole(face, text, rightToLeft)
}

/** Returns null if two letters form a ligature. */
function shapeByPairs(face: Face, text: string): Shaped | null {
  const { scale } = face.embedded
  const letters = kerningOf(face.font)
  let array = '<'
  let width = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    const kern = at + 1 < text.length ? letters.kern(letter, text.charCodeAt(at + 1)) : 0
    if (kern === null) return null
    const after = kern * scale
    array += codeOf(face, letter)
    if (Math.abs(after) > 0.005) array += `> ${short(-after)} <`
    width += letters.glyph(letter).advanceWidth * scale + after
  }
  return { width, parts: [{ rise: 0, array: `${array}>` }] }
}

function codeOf({ font, embedded, codes }: Face, letter: number): string {
  const known = codes.get(letter)
  if (known) return known
  const code = hex(glyphCode(embedded, kerningOf(font).glyph(letter)))
  codes.set(letter, code)
  return code
}

function shapeWhole(face: Face, text: string, rightToLeft: boolean): Shaped {
  const run = layOut(face, text, rightToLeft ? 'rtl' : 'ltr')
  const { scale } = face.embedded
  const blank = face.font.glyphForCodePoint(0x20).id
  const parts: { rise: number; array: string }[] = []
  let width = 0

  function part(rise: number): { rise: number; array: string } {
    const last = parts.at(-1)
    if (last && last.rise === rise) return last
    const next = { rise, array: '' }
    parts.push(next)
    return next
  }

  run.glyphs.forEach((glyph, index) => {
    const position = run.positions[index]
    if (!position) return
    // fontkit replaces joiners and selectors with this.
    if (glyph.id === blank && position.xAdvance === 0) return
    const own = glyph.advanceWidth * scale
    const advance = position.xAdvance * scale
    const before = position.xOffset * scale
    const after = advance - own - before
    const into = part(position.yOffset * scale)
    if (before) into.array += `${short(-before)} `
    into.array += rightToLeft ? ligature(face, glyph) : `<${hex(glyphCode(face.embedded, glyph))}>`
    if (Math.abs(after) > 0.005) into.array += ` ${short(-after)} `
    width += advance
  })
  return { width, parts: parts.map(({ rise, array }) => ({ rise, array: array.replaceAll('><', '') })) }
}

/**
 * PDF readers order right-to-left text by reversing all characters, including those of one ligature. So the
 * ligature represents its last letter, and blanks over its right end represent the others.
 */
function ligature(face: Face, glyph: Glyph): string {
  const letters = glyph.codePoints
  const last = letters.at(-1)
  if (letters.length < 2 || last === undefined || !turned.test(String.fromCodePoint(last)))
    return `<${hex(glyphCode(face.embedded, glyph))}>`
  const { id, advanceWidth } = glyph
  const blank = face.font.glyphForCodePoint(0x20)
  // Each blank is half before and half after the edge; a full step back would look like a separate word.
  const half = short((blank.advanceWidth * face.embedded.scale) / 2)
  const meant = (letter: number) => ({ id: blank.id, advanceWidth: blank.advanceWidth, codePoints: [letter] })
  const before = letters.slice(0, -1).reverse()
  const over = before.map((letter) => ` ${half} <${hex(glyphCode(face.embedded, meant(letter)))}> ${half} `)
  return `<${hex(glyphCode(face.embedded, { id, advanceWidth, codePoints: [last] }))}>${over.join('')}`
}

const turned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** A font's glyphs and kerning for printable ASCII, which most text is. */
interface AsciiKerning {
  /** Returns the kerning between two letters, or null if they form a ligature. */
  kern(first: number, second: number): number | null
  glyph(letter: number): Glyph
}

/** Returns whether a text is only printable ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < from || code > to) return false
  }
  return true
}

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
