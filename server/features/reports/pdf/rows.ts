import { t } from '#contract/messages/translate.ts'
import type { DrawnSignature } from '#survey/fields/signature.ts'
import { readStrokes, type Stroke, signaturePaper } from '#survey/fields/strokes.ts'
import { type Figure, marksOf, type ReportRow } from '#survey/report.ts'
import { drawLine, drawLines, hairline, strokeLines, triangle } from './canvas.ts'
import type { PhotoFeed } from './photo-feed.ts'
import { captionOf, drawPhotoRow, fitPhotoRow, leastHeight, type PhotoRow, planPhotoRow } from './photos.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, linkArea, marked } from './tags.ts'
import {
  colors,
  contentHeight,
  contentWidth,
  page,
  row as rowLayout,
  type,
  valueLeft,
  valueWidth,
} from './theme.ts'
import type { Line } from './typesetter.ts'

const width = 150

const scale = width / signaturePaper.width

const indent = 16

export interface Sources {
  readonly photos: PhotoFeed
  readonly videoUrl: (mediaId: string) => string | null
  /** Waits while the reader is slower than the rendering. */
  readonly waitForReader: () => Promise<void>
}

/** A typeset label and value, with the first photos: enough to decide page breaks. */
export interface PlannedRow {
  readonly row: ReportRow
  readonly label: readonly Line[]
  readonly value: readonly Line[]
  readonly textHeight: number
  /** Height above the value for a drawn signature. */
  readonly signatureHeight: number
  readonly firstPhotos: PhotoRow | null
  /** Minimum height on the page where the row starts. */
  readonly startHeight: number
}

const { leading } = type.value
const padding = 2 * rowLayout.padding
/** Text up to this height is never split between pages. */
const wholeHeight = contentHeight / 4
const linesBeforeSplit = 3
const figuresGap = 3

export async function planRow(sheet: Sheet, row: ReportRow, sources: Sources): Promise<PlannedRow> {
  const label = sheet.text.lines(markedLabel(row), type.label, rowLayout.labelWidth)
  const text = row.value.trim() ? row.value : row.figures.length > 0 ? '' : t('reports.noValue')
  const value = text === '' ? [] : sheet.text.lines(text, type.value, valueWidth)
  const signatureSpace = signatureHeight(row.signature)
  const textHeight = Math.max(label.length * leading, value.length * leading + signatureSpace) + padding
  const splits = textHeight > wholeHeight
  const leadsToPhotos = row.figures[0]?.kind === 'photo'
  const firstPhotos = leadsToPhotos ? await nextPhotos(sheet, row.figures, sources) : null
  const startHeight = splits
    ? linesBeforeSplit * leading + padding
    : textHeight + figuresGap + (firstPhotos ? leastHeight(firstPhotos) : 0)
  return { row, label, value, textHeight, signatureHeight: signatureSpace, firstPhotos, startHeight }
}

/** Returns the label, with the answer's marks below it. */
function markedLabel(row: ReportRow): string {
  return [row.label, ...marksOf(row).map((mark) => `[${mark}]`)].join('\n')
}

/** Loads the first one or two photos of the list: one row of the grid. */
async function nextPhotos(
  sheet: Sheet,
  figures: readonly Figure[],
  { photos, waitForReader }: Sources,
): Promise<PhotoRow> {
  await waitForReader()
  const pair = figures.slice(0, figures[1]?.kind === 'photo' ? 2 : 1)
  const taken: Parameters<typeof planPhotoRow>[1][number][] = []
  for (const figure of pair) taken.push({ figure, photo: await photos.take(figure.mediaId) })
  return planPhotoRow(sheet, taken)
}

/** Draws the row at the current place. */
export async function drawRow(
  sheet: Sheet,
  table: Struct,
  planned: PlannedRow,
  sources: Sources,
): Promise<void> {
  const { pdf } = sheet
  const tr = table.child('TR')
  const th = tr.child('TH', { scope: 'Row' })
  const td = tr.child('TD')
  drawText(sheet, planned, th, td)
  await drawFigures(sheet, td, planned, sources)
  for (const ended of [th, td, tr]) ended.end()
  artifact(pdf, () => hairline(pdf, page.left, page.right, sheet.y, colors.line))
}

function drawText(sheet: Sheet, planned: PlannedRow, th: Struct, td: Struct): void {
  const { pdf } = sheet
  const { row, label, value, textHeight } = planned
  if (textHeight <= wholeHeight) sheet.ensure(textHeight)
  const total = Math.max(label.length, value.length)
  let from = 0
  let above = planned.signatureHeight
  const lines = () => Math.floor((sheet.heightLeft() - padding - above) / leading)
  while (from < total) {
    let fit = lines()
    if (fit < Math.min(linesBeforeSplit, total - from)) {
      sheet.newPage()
      fit = lines()
    }
    const to = Math.min(total, from + fit)
    const top = sheet.y + rowLayout.padding
    const labels = label.slice(from, to)
    const values = value.slice(from, to)
    const left = { x: page.left, top, width: rowLayout.labelWidth }
    if (labels.length > 0) marked(pdf, th, 'TH', () => drawLines(pdf, labels, type.label, left))
    else if (from > 0) drawContinued(sheet, row.label, top)
    if (above > 0 && row.signature) drawSignature(sheet, td, row.signature, { x: valueLeft, top })
    const right = { x: valueLeft, top: top + above, width: valueWidth, turn: true }
    if (values.length > 0) marked(pdf, td, 'TD', () => drawLines(pdf, values, type.value, right))
    const height = Math.max(labels.length * leading, above + values.length * leading)
    sheet.y = top + height + rowLayout.padding
    above = 0
    from = to
  }
}

/** Repeats the label where a long value continues on the next page. */
function drawContinued(sheet: Sheet, label: string, top: number): void {
  const line = sheet.text.oneLine(t('pdf.continued', { label }), type.label, rowLayout.labelWidth)
  artifact(sheet.pdf, () => drawLine(sheet.pdf, line, type.label, page.left, top))
}

async function drawFigures(sheet: Sheet, td: Struct, planned: PlannedRow, sources: Sources): Promise<void> {
  let rest = planned.row.figures
  let photos = planned.firstPhotos
  if (rest.length > 0) sheet.y += figuresGap
  while (rest.length > 0) {
    const [figure] = rest
    if (figure?.kind === 'video') {
      drawVideo(sheet, td, figure, sources.videoUrl(figure.mediaId))
      rest = rest.slice(1)
      continue
    }
    photos = fitPhotoRow(photos ?? (await nextPhotos(sheet, rest, sources)), sheet.heightLeft())
    sheet.ensure(photos.height)
    drawPhotoRow(sheet, td, photos)
    rest = rest.slice(photos.cells.length)
    photos = null
  }
}

/** Draws a video as a link; without an address, only its caption. */
function drawVideo(sheet: Sheet, parent: Struct, figure: Figure, url: string | null): void {
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

/** Returns the height of a drawn signature. A typed name has none, since the value shows it. */
function signatureHeight(signature: DrawnSignature | undefined): number {
  return signature && signature.path !== '' ? signaturePaper.height * scale : 0
}

/** Draws the strokes as vector lines; the alternative text names the signer. */
function drawSignature(
  { pdf }: Sheet,
  parent: Struct,
  { name, path }: DrawnSignature,
  at: { readonly x: number; readonly top: number },
): void {
  const place = ({ x, y }: Stroke[number]) => ({ x: at.x + x * scale, y: at.top + y * scale })
  const strokes = (readStrokes(path) ?? []).map((stroke) => stroke.map(place))
  if (strokes.length === 0) return
  const figure = parent.child('Figure', {
    alt: name === '' ? t('fields.signature') : t('fields.signatureOf', { name }),
    bbox: [at.x, at.top, at.x + width, at.top + signaturePaper.height * scale],
  })
  marked(pdf, figure, 'Figure', () => strokeLines(pdf, strokes, 1, colors.ink))
  figure.end()
}
