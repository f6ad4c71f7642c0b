import type { Figure } from '#survey/report.ts'
import { drawLine, triangle } from './canvas.ts'
import { captionOf } from './photos.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, linkArea, marked } from './tags.ts'
import { colors, contentWidth, page, type } from './theme.ts'

const indent = 16

/** Draws a video as a link; without an address, only its caption. */
export function drawVideo(sheet: Sheet, parent: Struct, figure: Figure, url: string | null): void {
  const { pdf, text } = sheet
  const style = url ? type.link : type.caption
  const lines = text.lines(captionOf(figure), style, contentWidth - indent)
  const left = page.left + indent
  sheet.ensure(Math.min(lines.length, 6) * style.leading + 8)
  artifact(pdf, () => triangle(pdf, page.left + 1, sheet.y + 2.5, 8, url ? colors.accent : colors.soft))
  const owner = url ? parent.child('P').child('Link') : parent.child('P')
  for (const line of lines) {
    sheet.ensure(style.leading)
    marked(pdf, owner, url ? 'Link' : 'P', () => drawLine(pdf, line, style, left, sheet.y))
    const area = { x: left, y: sheet.y, width: line.width, height: style.leading }
    if (url) linkArea(pdf, owner, area, { url }, captionOf(figure))
    sheet.y += style.leading
  }
  owner.end()
  sheet.y += 8
}
