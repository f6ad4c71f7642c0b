import type { Face } from './font-book.ts'
import { glyphCode } from './kit.ts'

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

/** Shapes text that is all of one face and direction; the glyphs come left to right for either. */
export function shape(face: Face, text: string, rightToLeft: boolean): Shaped {
  const run = face.font.layout(text, [], undefined, undefined, rightToLeft ? 'rtl' : 'ltr')
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
    into.array += `<${hex(glyphCode(face.embedded, glyph))}>`
    if (Math.abs(after) > 0.005) into.array += ` ${short(-after)} `
    width += advance
  })
  return { width, parts: parts.map(({ rise, array }) => ({ rise, array: array.replaceAll('><', '') })) }
}
