import { t } from '#contract/messages/translate.ts'
import type { Figure } from '#survey/report.ts'
import { drawLine, drawLines, fillRect } from './canvas.ts'
import { drawImage, type Image, openImage } from './pdfkit-adapter.ts'
import type { PdfPhoto } from './photo-feed.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, marked, tagged } from './tags.ts'
import { colors, contentWidth, page, type } from './theme.ts'
import type { Line } from './typesetter.ts'

const gap = 16
const cellWidth = (contentWidth - gap) / 2
const tallest = 222
const lowest = 84
const captionGap = 6
const below = 14
/** Lines of a caption beside its neighbor; the rest continues below, across pages if needed. */
const captionLines = 24

/** A photo of the grid with its size and caption. */
interface Cell {
  readonly figure: Figure
  readonly image: Image | null
  readonly width: number
  readonly height: number
  readonly caption: readonly Line[]
}

export interface PhotoRow {
  readonly cells: readonly Cell[]
  readonly boxHeight: number
  /** Includes the captions. */
  readonly height: number
}

/** Plans one row of the grid: one or two photos of one height. */
export function planPhotoRow(
  sheet: Sheet,
  photos: readonly { figure: Figure; photo: PdfPhoto | null }[],
): PhotoRow {
  const cells = photos.map(({ figure, photo }) => planCell(sheet, figure, photo))
  const boxHeight = Math.max(lowest, ...cells.map(({ height }) => height))
  const lines = Math.max(...cells.map(({ caption }) => Math.min(caption.length, captionLines)))
  return { cells, boxHeight, height: boxHeight + captionGap + lines * type.caption.leading + below }
}

/** Photos may shrink to this factor to avoid leaving a third of a page empty. */
const smallest = 0.72

/** Returns the minimum height of the row. */
export const leastHeight = ({ height, boxHeight }: PhotoRow) => height - boxHeight * (1 - smallest) + 0.01

/** Shrinks the row to the rest of the page if the photos stay large enough. */
export function fitPhotoRow(planned: PhotoRow, room: number): PhotoRow {
  const boxHeight = planned.boxHeight - (planned.height - room)
  const factor = boxHeight / planned.boxHeight
  if (factor >= 1 || factor < smallest) return planned
  const cells = planned.cells.map((cell) => {
    const scale = Math.min(1, boxHeight / cell.height)
    return { ...cell, width: cell.image ? cell.width * scale : cell.width, height: cell.height * scale }
  })
  return { cells, boxHeight, height: room }
}

function planCell(sheet: Sheet, figure: Figure, photo: PdfPhoto | null): Cell {
  const caption = sheet.text.lines(captionOf(figure), type.caption, cellWidth)
  const image = photo && readImage(sheet, photo)
  if (!image) return { figure, image: null, width: cellWidth, height: lowest, caption }
  // At least 96 pixels per inch, so that small pictures are not enlarged.
  const scale = Math.min(cellWidth / image.width, tallest / image.height, 0.75)
  return { figure, image, width: image.width * scale, height: image.height * scale, caption }
}

export function captionOf({ label, caption }: Figure): string {
  return caption ? `${label} · ${caption}` : label
}

/** Returns null for bytes that are not a JPEG; the report continues without them. */
function readImage(sheet: Sheet, { bytes }: PdfPhoto): Image | null {
  try {
    const image = openImage(sheet.pdf, bytes)
    return image.width > 0 && image.height > 0 ? image : null
  } catch {
    return null
  }
}

/** Draws the row at the current place. The caller has ensured that it fits. */
export function drawPhotoRow(sheet: Sheet, parent: Struct, planned: PhotoRow): void {
  planned.cells.forEach((cell, index) => {
    drawCell(sheet, parent, cell, page.left + index * (cellWidth + gap), planned.boxHeight)
  })
  sheet.y += planned.height
  for (const cell of planned.cells) drawRestOfCaption(sheet, parent, cell)
}

function drawCell(sheet: Sheet, parent: Struct, cell: Cell, x: number, boxHeight: number): void {
  const { pdf, y: top } = sheet
  artifact(pdf, () => fillRect(pdf, x, top, cellWidth, boxHeight, colors.shade))
  const left = x + (cellWidth - cell.width) / 2
  const imageTop = top + (boxHeight - cell.height) / 2
  const figure = parent.child('Figure', {
    alt: captionOf(cell.figure),
    bbox: [left, imageTop, left + cell.width, imageTop + cell.height],
  })
  marked(pdf, figure, 'Figure', () => drawPicture(sheet, cell, left, imageTop))
  const at = { x, top: top + boxHeight + captionGap, width: cellWidth }
  tagged(pdf, figure, 'Caption', () => drawCaption(sheet, cell, at))
  figure.end()
}

function drawPicture(sheet: Sheet, { image, width, height }: Cell, left: number, top: number): void {
  if (image) {
    drawImage(sheet.pdf, image, { x: left, y: top, width, height })
    return
  }
  const note = sheet.text.oneLine(t('reports.pictureMissing'), type.caption, width - 12)
  const middle = top + height / 2 - type.caption.leading / 2
  drawLine(sheet.pdf, note, type.caption, left + (width - note.width) / 2, middle)
}

function drawCaption(sheet: Sheet, { caption }: Cell, at: { x: number; top: number; width: number }): void {
  drawLines(sheet.pdf, caption.slice(0, captionLines), type.caption, at)
}

function drawRestOfCaption(sheet: Sheet, parent: Struct, { caption }: Cell): void {
  const rest = caption.slice(captionLines)
  if (rest.length === 0) return
  const paragraph = parent.child('P')
  for (const line of rest) {
    sheet.ensure(type.caption.leading)
    marked(sheet.pdf, paragraph, 'P', () => drawLine(sheet.pdf, line, type.caption, page.left, sheet.y))
    sheet.y += type.caption.leading
  }
  paragraph.end()
  sheet.y += below
}
