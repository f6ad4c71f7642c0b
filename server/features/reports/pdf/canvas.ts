import { point, stringObject } from './objects.ts'
import { currentPage, type EmbeddedFont, type Pdf } from './pdfkit-adapter.ts'
import type { Line, TextStyle } from './typesetter.ts'

const colorsRead = new Map<string, string>()

function rgb(color: string): string {
  const known = colorsRead.get(color)
  if (known) return known
  const channel = (at: number) => point(Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const read = `${channel(1)} ${channel(3)} ${channel(5)}`
  colorsRead.set(color, read)
  return read
}

/** Draws in a page's own space, whose origin PDFKit puts at the upper left. */
export function fillRect(pdf: Pdf, x: number, y: number, width: number, height: number, color: string): void {
  pdf.addContent(`${rgb(color)} rg ${[x, y, width, height].map(point).join(' ')} re f`)
}

export function hairline(pdf: Pdf, x1: number, x2: number, y: number, color: string): void {
  pdf.addContent(`${rgb(color)} RG 0.5 w ${point(x1)} ${point(y)} m ${point(x2)} ${point(y)} l S`)
}

/** Distance of the control points of a quarter circle, relative to its radius. */
const arc = 0.5523

export function disc(pdf: Pdf, x: number, y: number, radius: number, color: string): void {
  const [near, far] = [radius * arc, radius]
  const quarter = (points: readonly (readonly [number, number])[]) =>
    `${points.map(([dx, dy]) => `${point(x + dx)} ${point(y + dy)}`).join(' ')} c`
  const curves = [
    quarter([
      [far, near],
      [near, far],
      [0, far],
    ]),
    quarter([
      [-near, far],
      [-far, near],
      [-far, 0],
    ]),
    quarter([
      [-far, -near],
      [-near, -far],
      [0, -far],
    ]),
    quarter([
      [near, -far],
      [far, -near],
      [far, 0],
    ]),
  ]
  pdf.addContent(`${rgb(color)} rg ${point(x + far)} ${point(y)} m ${curves.join(' ')} f`)
}

/** Draws a rectangle centered at (x, y) with half circles at its sides; `width` is at least `height`. */
export function pill(pdf: Pdf, x: number, y: number, width: number, height: number, color: string): void {
  const [radius, side] = [height / 2, (width - height) / 2]
  if (side > 0) fillRect(pdf, x - side, y - radius, 2 * side, height, color)
  for (const at of side > 0 ? [x - side, x + side] : [x]) disc(pdf, at, y, radius, color)
}

/** Draws lines with round ends and corners, like a pen's. */
export function strokeLines(
  pdf: Pdf,
  lines: readonly (readonly { readonly x: number; readonly y: number }[])[],
  width: number,
  color: string,
): void {
  const path = lines.map((line) =>
    line.map(({ x, y }, at) => `${point(x)} ${point(y)} ${at === 0 ? 'm' : 'l'}`).join(' '),
  )
  pdf.addContent(`${rgb(color)} RG ${point(width)} w 1 J 1 j ${path.join(' ')} S 0 J 0 j`)
}

/** Draws a play symbol: a triangle that points right. */
export function triangle(pdf: Pdf, x: number, y: number, size: number, color: string): void {
  const corners = [x, y, x + size * 0.87, y + size / 2, x, y + size].map(point)
  const [x1, y1, x2, y2, x3, y3] = corners
  pdf.addContent(`${rgb(color)} rg ${x1} ${y1} m ${x2} ${y2} l ${x3} ${y3} l f`)
}

/** Draws lines below each other from `top`. With `turn`, right-to-left lines are aligned right. */
export function drawLines(
  pdf: Pdf,
  lines: readonly Line[],
  style: TextStyle,
  at: { x: number; top: number; width: number; turn?: boolean },
): void {
  lines.forEach((line, index) => {
    const x = at.turn && line.rightToLeft ? at.x + at.width - line.width : at.x
    drawLine(pdf, line, style, x, at.top + index * style.leading)
  })
}

export function drawLine(pdf: Pdf, line: Line, style: TextStyle, x: number, top: number): void {
  if (line.pieces.length === 0) return
  const { fonts } = currentPage(pdf)
  for (const { face } of line.pieces) fonts[face.embedded.id] ??= face.embedded.ref()
  if (line.actual !== null) pdf.addContent(`/Span <</ActualText ${stringObject(line.actual)}>> BDC`)
  pdf.addContent(textOperators(line, style, x, top))
  if (line.actual !== null) pdf.addContent('EMC')
}

/** Returns a line as PDF operators, with glyphs turned upright in the page's upside-down space. */
export function textOperators(line: Line, style: TextStyle, x: number, top: number): string {
  const baseline = top + style.leading / 2 + style.size * 0.36
  let out = `${rgb(style.color)} rg BT 1 0 0 -1 ${point(x)} ${point(baseline)} Tm`
  let font = ''
  let rise = 0
  let array = ''
  const flush = () => {
    if (array) out += ` [${array}] TJ`
    array = ''
  }
  for (const { face, shaped } of line.pieces) {
    if (face.embedded.id !== font) {
      flush()
      font = face.embedded.id
      out += ` /${font} ${point(style.size)} Tf`
    }
    for (const part of shaped.parts) {
      if (part.rise !== rise) {
        flush()
        rise = part.rise
        out += ` ${point((rise * style.size) / 1000)} Ts`
      }
      array += part.array
    }
  }
  flush()
  return `${out}${rise === 0 ? '' : ' 0 Ts'} ET`
}

/** Returns the fonts that a line uses. A form that is not a page must list them itself. */
export function fontsOf(line: Line): readonly EmbeddedFont[] {
  return [...new Set(line.pieces.map(({ face }) => face.embedded))]
}
