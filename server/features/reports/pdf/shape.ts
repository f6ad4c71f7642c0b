import type { Glyph } from 'fontkit'
import type { Face } from './font-book.ts'
import { glyphCode } from './kit.ts'
import { isAscii, lettersOf, marksUnplaced } from './letters.ts'

/** Glyphs of one face in drawing order, ready for a PDF text operator. Lengths are thousandths of the size. */
export interface Shaped {
  readonly width: number
  readonly parts: readonly ShapedPart[]
}

/** The inside of a TJ array, raised above the line where marks are. */
interface ShapedPart {
  readonly rise: number
  readonly array: string
}

const hex = (code: number) => code.toString(16).padStart(4, '0')
const short = (value: number) => String(Math.round(value * 100) / 100)

/** Without marks to place, the font's tables for them need not be read: that costs more than a page's text. */
const unmarked =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{N}\p{P}\p{S}\p{Zs}]*$/u

/** fontkit fails over anchors that a font leaves out for rare letters: such a text is set with its marks unplaced. */
function layOut({ font }: Face, text: string, direction: 'ltr' | 'rtl') {
  const plain = () => font.layout(text, marksUnplaced, undefined, undefined, direction)
  if (unmarked.test(text)) return plain()
  try {
    return font.layout(text, [], undefined, undefined, direction)
  } catch {
    return plain()
  }
}

/** Shapes text that is all of one face and direction; the glyphs come left to right for either. */
export function shape(face: Face, text: string, rightToLeft: boolean): Shaped {
  const byPairs = face.setsPairs && !rightToLeft && isAscii(text) ? shapeByPairs(face, text) : null
  return byPairs ?? shapeWhole(face, text, rightToLeft)
}

/** Null where two letters are joined. */
function shapeByPairs(face: Face, text: string): Shaped | null {
  const { scale } = face.embedded
  const letters = lettersOf(face.font)
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
  const code = hex(glyphCode(embedded, lettersOf(font).glyph(letter)))
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
    // What fontkit puts in place of joiners and selectors.
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
 * Readers put right-to-left text in order by turning all characters round, those of one ligature too. So the
 * ligature stands for its last letter, and blanks over its right end for those before.
 */
function ligature(face: Face, glyph: Glyph): string {
  const letters = glyph.codePoints
  const last = letters.at(-1)
  if (letters.length < 2 || last === undefined || !turned.test(String.fromCodePoint(last)))
    return `<${hex(glyphCode(face.embedded, glyph))}>`
  const { id, advanceWidth } = glyph
  const blank = face.font.glyphForCodePoint(0x20)
  // Half before the edge and half behind it: from a full step back readers take it for a word of its own.
  const half = short((blank.advanceWidth * face.embedded.scale) / 2)
  const meant = (letter: number) => ({ id: blank.id, advanceWidth: blank.advanceWidth, codePoints: [letter] })
  const before = letters.slice(0, -1).reverse()
  const over = before.map((letter) => ` ${half} <${hex(glyphCode(face.embedded, meant(letter)))}> ${half} `)
  return `<${hex(glyphCode(face.embedded, { id, advanceWidth, codePoints: [last] }))}>${over.join('')}`
}

const turned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
