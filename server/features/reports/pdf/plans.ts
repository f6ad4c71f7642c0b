import { t } from '#contract/messages/translate.ts'
import { dotRadius, manyMarks, type PlacedMark, placeMarks } from '#survey/pin-marks.ts'
import { legendText, planAlt } from '#survey/plan-alt.ts'
import type { ReportPin, ReportPlan } from '#survey/report.ts'
import { disc, drawLine, hairline, pill, strokeLines } from './canvas.ts'
import {
  addBookmark,
  drawImage,
  holdPage,
  type Image,
  openImage,
  type Page,
  resumePage,
} from './pdfkit-adapter.ts'
import type { PdfPhoto } from './photo-feed.ts'
import type { Drawing } from './sections.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, destination, linkArea, marked, tagged } from './tags.ts'
import { colors, contentWidth, page, type } from './theme.ts'
import type { Line, TextStyle } from './typesetter.ts'

export interface DrawnPlans {
  /** Writes the legends. Call when every heading has its page. */
  readonly fill: () => void
}

const tallest = 430
const columnGap = 20
const columnWidth = (contentWidth - columnGap) / 2
const outline = 1.2
const rowPadding = 3
const numberWidth = 30

interface Entry {
  readonly pin: ReportPin
  readonly mark: MarkShape
  /** Width of the widest mark in this legend, so that all texts are aligned. */
  readonly markWidth: number
  readonly lines: readonly Line[]
  readonly height: number
  readonly x: number
  readonly y: number
}

interface Legend {
  readonly page: Page
  readonly list: Struct
  readonly entries: readonly Entry[]
  /** Places of the marks by part id; null on pages that only continue a legend. */
  readonly marks: Marks | null
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Marks = ReadonlyMap<string, Area>

/** The text of a mark and its size, including the outline. */
interface MarkShape {
  readonly style: TextStyle
  readonly line: Line
  readonly width: number
  readonly height: number
}

/** Draws the chapter of floor plans: a page for each, with its pins and their legend below. */
export async function drawPlans(
  drawing: Drawing,
  root: Struct,
  plans: readonly ReportPlan[],
): Promise<DrawnPlans> {
  if (plans.length === 0) return { fill: () => {} }
  const { sheet, sources } = drawing
  sheet.section = t('plans.chapter')
  const chapter = root.child('Sect')
  const legends: Legend[] = []
  const open: Struct[] = []
  let bookmark: PDFKit.PDFOutline | null = null
  for (const plan of plans) {
    await sources.waitForReader()
    const photo = await sources.photos.take(plan.planId)
    sheet.newPage()
    bookmark ??= drawChapterHeading(drawing, chapter)
    const part = chapter.child('Sect')
    drawPlanHeading(drawing, part, bookmark, plan)
    const marks = drawPicture(sheet, part, plan, photo)
    const list = part.child('L')
    legends.push(...layLegend(sheet, list, plan, marks))
    open.push(list, part)
  }
  sheet.y = page.bottom
  return {
    fill: () => {
      for (const legend of legends) fillLegend(drawing, legend)
      for (const struct of [...open, chapter]) struct.end()
    },
  }
}

function drawChapterHeading({ sheet, contents }: Drawing, chapter: Struct): PDFKit.PDFOutline {
  const { pdf, text } = sheet
  const entry = contents.entry('plans')
  if (entry) entry.page = sheet.pageNumber()
  destination(pdf, 'plans', sheet.y - 12)
  const bookmark = addBookmark(pdf, pdf.outline, t('plans.chapter'), Math.max(0, sheet.y - 12), false)
  const line = text.oneLine(t('plans.chapter'), type.section, contentWidth)
  tagged(pdf, chapter, 'H1', () => drawLine(pdf, line, type.section, page.left, sheet.y))
  sheet.y += type.section.leading + 10
  return bookmark
}

function drawPlanHeading(
  { sheet, contents }: Drawing,
  part: Struct,
  bookmark: PDFKit.PDFOutline,
  plan: ReportPlan,
): void {
  const { pdf, text } = sheet
  const entry = contents.entry(`plan-${plan.planId}`)
  if (entry) entry.page = sheet.pageNumber()
  destination(pdf, `plan-${plan.planId}`, sheet.y - 12)
  addBookmark(pdf, bookmark, plan.name, Math.max(0, sheet.y - 12), false)
  const lines = text.lines(plan.name, type.part, contentWidth)
  const heading = part.child('H2')
  for (const line of lines) {
    marked(pdf, heading, 'H2', () => drawLine(pdf, line, type.part, page.left, sheet.y))
    sheet.y += type.part.leading
  }
  heading.end()
  sheet.y += 8
}

function drawPicture(sheet: Sheet, part: Struct, plan: ReportPlan, photo: PdfPhoto | null): Marks | null {
  const { pdf, text } = sheet
  const image = photo && readImage(sheet, photo)
  if (!image) {
    const note = text.oneLine(t('reports.pictureMissing'), type.label, contentWidth)
    tagged(pdf, part, 'P', () => drawLine(pdf, note, type.label, page.left, sheet.y))
    sheet.y += 26
    return null
  }
  const scale = Math.min(contentWidth / image.width, tallest / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  const [left, top] = [page.left + (contentWidth - width) / 2, sheet.y]
  const figure = part.child('Figure', {
    alt: planAlt(plan),
    bbox: [left, top, left + width, top + height],
  })
  const area = { x: left, y: top, width, height }
  const marks = new Map<string, Area>()
  marked(pdf, figure, 'Figure', () => {
    drawImage(pdf, image, area)
    frame(sheet, left, top, width, height)
    for (const [partId, mark] of drawMarks(sheet, plan.pins, area)) marks.set(partId, mark)
  })
  figure.end()
  sheet.y += height + 14
  return marks
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

function frame({ pdf }: Sheet, left: number, top: number, width: number, height: number): void {
  hairline(pdf, left, left + width, top, colors.line)
  hairline(pdf, left, left + width, top + height, colors.line)
}

function shapeOf({ text }: Sheet, { mark }: ReportPin, isSmall: boolean): MarkShape {
  const style = isSmall ? type.pinSmall : type.pin
  const line = text.oneLine(mark, style, contentWidth)
  const height = (isSmall ? 10 : 14) + 2 * outline
  return { style, line, height, width: Math.max(height, line.width + height / 2 + 2) }
}

/** Draws the marks of all pins and returns their places by part id. */
function drawMarks(
  sheet: Sheet,
  pins: readonly ReportPin[],
  area: Area,
): readonly (readonly [string, Area])[] {
  const { pdf } = sheet
  const shapes = pins.map((pin) => ({
    ...shapeOf(sheet, pin, pins.length > manyMarks),
    pin: { x: pin.x * area.width, y: pin.y * area.height },
  }))
  const placed = placeMarks(
    shapes.map(({ pin, width, height }) => ({ ...pin, width, height })),
    area,
  )
  const onPage = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: area.x + x, y: area.y + y })
  for (const [index, { pin }] of shapes.entries()) {
    const at = placed[index]
    if (at && !at.isMoved) continue
    const dot = onPage(pin)
    if (at) strokeLines(pdf, [[dot, onPage(at)]], 0.7, colors.accent)
    disc(pdf, dot.x, dot.y, dotRadius + outline / 2, colors.paper)
    disc(pdf, dot.x, dot.y, dotRadius, colors.accent)
  }
  return shapes.map((shape, index) => {
    const at: PlacedMark | null = placed[index] ?? null
    const middle = onPage(at ?? shape.pin)
    if (at) drawMark(sheet, shape, middle.x, middle.y)
    const { width, height } = at ? shape : { width: 2 * dotRadius, height: 2 * dotRadius }
    const box = { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
    return [pins[index]?.partId ?? '', box] as const
  })
}

function drawMark({ pdf }: Sheet, { style, line, width, height }: MarkShape, x: number, y: number): void {
  pill(pdf, x, y, width, height, colors.paper)
  pill(pdf, x, y, width - 2 * outline, height - 2 * outline, colors.accent)
  drawLine(pdf, line, style, x - line.width / 2, y - style.leading / 2)
}

/** Lays out the legend in two columns below the plan and on further pages as needed. Each page is held. */
function layLegend(sheet: Sheet, list: Struct, plan: ReportPlan, marks: Marks | null): readonly Legend[] {
  const legends: Legend[] = []
  let rest: readonly ReportPin[] = plan.pins
  for (let first = true; first || rest.length > 0; first = false) {
    if (!first) {
      sheet.newPage()
      const heading = sheet.text.oneLine(t('plans.continued', { name: plan.name }), type.label, contentWidth)
      artifact(sheet.pdf, () => drawLine(sheet.pdf, heading, type.label, page.left, sheet.y))
      sheet.y += 22
    }
    const entries = layColumns(sheet, rest)
    rest = rest.slice(entries.length)
    legends.push({ page: holdPage(sheet.pdf), list, entries, marks: first ? marks : null })
  }
  return legends
}

function layColumns(sheet: Sheet, pins: readonly ReportPin[]): readonly Entry[] {
  const shapes = pins.map((pin) => ({ pin, mark: shapeOf(sheet, pin, false) }))
  const markWidth = Math.max(0, ...shapes.map(({ mark }) => mark.width))
  const laid = shapes.map(({ pin, mark }) => {
    const lines = sheet.text.lines(legendText(pin), type.value, columnWidth - markWidth - 8 - numberWidth)
    return { pin, mark, markWidth, lines, height: lines.length * type.value.leading + 2 * rowPadding }
  })
  const room = page.bottom - sheet.y
  const total = laid.reduce((sum, { height }) => sum + height, 0)
  // Balances the columns if both fit.
  const wanted = Math.min(room, Math.max(total / 2, ...laid.map(({ height }) => height)))
  const entries: Entry[] = []
  let [column, y] = [0, 0]
  for (const one of laid) {
    const limit = total / 2 < room && column === 0 ? wanted + one.height / 2 : room
    if (y > 0 && y + one.height > Math.min(limit, room)) {
      column += 1
      y = 0
    }
    if (column > 1 || one.height > room) break
    entries.push({ ...one, x: page.left + column * (columnWidth + columnGap), y: sheet.y + y })
    y += one.height
  }
  return entries
}

function fillLegend({ sheet, contents }: Drawing, { page: held, list, entries, marks }: Legend): void {
  resumePage(sheet.pdf, held)
  for (const entry of entries) drawEntry(sheet, list, entry, { at: pageOf(contents, entry.pin), marks })
}

function pageOf(contents: Drawing['contents'], { target }: ReportPin): number | null {
  return (target !== null && contents.entry(target)?.page) || null
}

function drawEntry(
  sheet: Sheet,
  list: Struct,
  { pin, mark, markWidth, lines, x, y, height }: Entry,
  { at, marks }: { readonly at: number | null; readonly marks: Marks | null },
): void {
  const { pdf, text } = sheet
  const item = list.child('LI')
  const label = item.child('Lbl')
  const top = y + rowPadding
  marked(pdf, label, 'Lbl', () => drawMark(sheet, mark, x + mark.width / 2, top + type.value.leading / 2))
  label.end()
  const body = item.child('LBody')
  const owner = at === null ? body : body.child('Link')
  marked(pdf, owner, at === null ? 'LBody' : 'Link', () => {
    lines.forEach((line, index) => {
      drawLine(pdf, line, type.value, x + markWidth + 8, top + index * type.value.leading)
    })
    if (at === null) return
    // Screen readers need the space.
    const number = text.oneLine(` ${at}`, type.link, numberWidth)
    drawLine(pdf, number, type.link, x + columnWidth - number.width, top)
  })
  if (at !== null && pin.target !== null) {
    const area = { x, y, width: columnWidth, height }
    const says = `${pin.name}, ${t('plans.onPage', { page: at })}`
    linkArea(pdf, owner, area, { name: pin.target }, says)
    // The pin on the plan links to the part too.
    const onPlan = marks?.get(pin.partId)
    if (onPlan) linkArea(pdf, owner, onPlan, { name: pin.target }, says)
    owner.end()
  }
  body.end()
  item.end()
  artifact(pdf, () => hairline(pdf, x, x + columnWidth, y + height, colors.line))
}
