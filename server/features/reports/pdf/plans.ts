import { t } from '#contract/messages/translate.ts'
import type { ReportPin, ReportPlan } from '#survey/report.ts'
import { disc, drawLine, hairline } from './canvas.ts'
import { addBookmark, drawImage, holdPage, type Image, openImage, type Page, resumePage } from './kit.ts'
import type { Line } from './lines.ts'
import type { PdfPhoto } from './photo-feed.ts'
import type { Drawing } from './sections.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, destination, linkArea, marked, tagged } from './tags.ts'
import { colors, contentWidth, page, type } from './theme.ts'

export interface DrawnPlans {
  /** Writes the legends, when every heading knows its page. */
  readonly fill: () => void
}

const tallest = 430
const columnGap = 20
const columnWidth = (contentWidth - columnGap) / 2
const badge = 16
const rowPadding = 3
const numberWidth = 30

interface Entry {
  readonly pin: ReportPin
  readonly lines: readonly Line[]
  readonly height: number
  readonly x: number
  readonly y: number
}

interface Legend {
  readonly page: Page
  readonly list: Struct
  readonly entries: readonly Entry[]
  /** Where the plan itself is on this page; null on those on which its legend goes on. */
  readonly picture: Area | null
}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The chapter of floor plans: each begins a page, with its pins drawn on it and what their numbers mean below. */
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
    await sources.breathe()
    const photo = await sources.photos.take(plan.planId)
    sheet.newPage()
    bookmark ??= drawChapterHeading(drawing, chapter)
    const part = chapter.child('Sect')
    drawPlanHeading(drawing, part, bookmark, plan)
    const picture = drawPicture(sheet, part, plan, photo)
    const list = part.child('L')
    legends.push(...layLegend(sheet, list, plan, picture))
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

function drawPicture(sheet: Sheet, part: Struct, plan: ReportPlan, photo: PdfPhoto | null): Area | null {
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
    alt: altOf(plan),
    bbox: [left, top, left + width, top + height],
  })
  marked(pdf, figure, 'Figure', () => {
    drawImage(pdf, image, { x: left, y: top, width, height })
    frame(sheet, left, top, width, height)
    for (const pin of plan.pins)
      drawPin(sheet, pin, left + pin.x * width, top + pin.y * height, plan.pins.length)
  })
  figure.end()
  sheet.y += height + 14
  return { left, top, width, height }
}

/** Null for bytes that are no JPEG: the report goes on without them. */
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

/** Smaller where they are many, so that they do not cover the plan. */
function drawPin(sheet: Sheet, { number }: ReportPin, x: number, y: number, count: number): void {
  const small = count > 60
  const style = small ? type.pinSmall : type.pin
  const line = sheet.text.oneLine(String(number), style, 40)
  const radius = Math.max(small ? 5 : 7, line.width / 2 + 2)
  disc(sheet.pdf, x, y, radius + 1.2, colors.paper)
  disc(sheet.pdf, x, y, radius, colors.accent)
  drawLine(sheet.pdf, line, style, x - line.width / 2, y - style.leading / 2)
}

function altOf({ name, pins }: ReportPlan): string {
  if (pins.length === 0) return t('plans.altNoPins', { name })
  const places = pins.map((pin) => t('plans.pinnedAt', { number: pin.number, name: pin.name }))
  return t('plans.alt', { name, pins: places.join('; ') })
}

/** Two columns below the plan; what does not fit goes on over as many pages as it takes. Each page is held. */
function layLegend(sheet: Sheet, list: Struct, plan: ReportPlan, picture: Area | null): readonly Legend[] {
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
    legends.push({ page: holdPage(sheet.pdf), list, entries, picture: first ? picture : null })
  }
  return legends
}

function layColumns(sheet: Sheet, pins: readonly ReportPin[]): readonly Entry[] {
  const laid = pins.map((pin) => {
    const lines = sheet.text.lines(pin.name, type.value, columnWidth - badge - 8 - numberWidth)
    return { pin, lines, height: lines.length * type.value.leading + 2 * rowPadding }
  })
  const room = page.bottom - sheet.y
  const total = laid.reduce((sum, { height }) => sum + height, 0)
  // Columns of one height, where both fit.
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

function fillLegend({ sheet, contents }: Drawing, { page: held, list, entries, picture }: Legend): void {
  resumePage(sheet.pdf, held)
  for (const entry of entries) drawEntry(sheet, list, entry, { at: pageOf(contents, entry.pin), picture })
}

function pageOf(contents: Drawing['contents'], { target }: ReportPin): number | null {
  return (target !== null && contents.entry(target)?.page) || null
}

function drawEntry(
  sheet: Sheet,
  list: Struct,
  { pin, lines, x, y, height }: Entry,
  { at, picture }: { readonly at: number | null; readonly picture: Area | null },
): void {
  const { pdf, text } = sheet
  const item = list.child('LI')
  const label = item.child('Lbl')
  const top = y + rowPadding
  marked(pdf, label, 'Lbl', () => drawPin(sheet, pin, x + badge / 2, top + type.value.leading / 2, 0))
  label.end()
  const body = item.child('LBody')
  const owner = at === null ? body : body.child('Link')
  marked(pdf, owner, at === null ? 'LBody' : 'Link', () => {
    lines.forEach((line, index) => {
      drawLine(pdf, line, type.value, x + badge + 8, top + index * type.value.leading)
    })
    if (at === null) return
    // The blank is for those who hear it.
    const number = text.oneLine(` ${at}`, type.link, numberWidth)
    drawLine(pdf, number, type.link, x + columnWidth - number.width, top)
  })
  if (at !== null && pin.target !== null) {
    const area = { x, y, width: columnWidth, height }
    const says = `${pin.name}, ${t('plans.onPage', { page: at })}`
    linkArea(pdf, owner, area, { name: pin.target }, says)
    // The pin itself leads there, too.
    if (picture) linkArea(pdf, owner, aroundPin(pin, picture), { name: pin.target }, says)
    owner.end()
  }
  body.end()
  item.end()
  artifact(pdf, () => hairline(pdf, x, x + columnWidth, y + height, colors.line))
}

function aroundPin({ x, y }: ReportPin, { left, top, width, height }: Area) {
  return { x: left + x * width - badge / 2, y: top + y * height - badge / 2, width: badge, height: badge }
}
