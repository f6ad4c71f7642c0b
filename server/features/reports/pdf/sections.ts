import { t } from '#contract/messages/translate.ts'
import { displayedRows, type ReportPart, type ReportSection } from '#survey/report.ts'
import { drawLine, hairline } from './canvas.ts'
import type { Contents, Entry } from './contents.ts'
import { addBookmark } from './pdfkit-adapter.ts'
import { drawRow, type PlannedRow, planRow, type Sources } from './rows.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, destination, marked, tagged } from './tags.ts'
import { colors, contentHeight, contentWidth, page, type } from './theme.ts'
import type { Line, TextStyle } from './typesetter.ts'

export interface Drawing {
  readonly sheet: Sheet
  readonly contents: Contents
  readonly sources: Sources
}

type Bookmark = PDFKit.PDFOutline

/** A heading that must stay on one page with the content below it. */
interface Pending {
  readonly lines: readonly Line[]
  readonly style: TextStyle
  readonly above: number
  readonly below: number
  readonly tag: 'H1' | 'H2'
  readonly entry: Entry | undefined
}

export async function drawSection(drawing: Drawing, root: Struct, section: ReportSection): Promise<void> {
  const { sheet, contents } = drawing
  sheet.section = section.name
  // Near the end of a page, a section starts on the next one, where readers look for it.
  if (sheet.heightLeft() < contentHeight * 0.4) sheet.newPage()
  else if (sheet.y > page.top) sheet.y += 30
  const lines = sheet.text.lines(section.name, type.section, contentWidth)
  const heading: Pending = {
    lines,
    style: type.section,
    above: 0,
    below: 14,
    tag: 'H1',
    entry: contents.entry(`section-${section.id}`),
  }
  const sect = root.child('Sect')
  if (section.parts.length === 0) await drawPart(drawing, sect, sheet.pdf.outline, [heading], [])
  let bookmark: Bookmark = sheet.pdf.outline
  for (const [index, part] of section.parts.entries()) {
    const pending = index === 0 ? [heading, ...partHeading(drawing, part, 0)] : partHeading(drawing, part)
    const made = await drawPart(drawing, sect, bookmark, pending, displayedRows(part.rows))
    if (index === 0 && made) bookmark = made
  }
  sect.end()
}

function partHeading({ sheet, contents }: Drawing, part: ReportPart, above = 22): readonly Pending[] {
  if (part.heading === null) return []
  return [
    {
      lines: sheet.text.lines(part.heading, type.part, contentWidth),
      style: type.part,
      above,
      below: 6,
      tag: 'H2',
      entry: contents.entry(`part-${part.id}`),
    },
  ]
}

/** Draws headings and the table of rows; returns the first heading's bookmark. */
async function drawPart(
  { sheet, sources }: Drawing,
  parent: Struct,
  outline: Bookmark,
  headings: readonly Pending[],
  rows: ReportPart['rows'],
): Promise<Bookmark | null> {
  const [first, ...others] = rows
  const planned = first ? await planRow(sheet, first, sources) : null
  const bookmark = drawHeadings(sheet, parent, outline, headings, planned?.startHeight ?? 20)
  if (!planned) {
    const note = sheet.text.oneLine(t('reports.emptySection'), type.label, contentWidth)
    tagged(sheet.pdf, parent, 'P', () => drawLine(sheet.pdf, note, type.label, page.left, sheet.y + 4))
    sheet.y += 24
    return bookmark
  }
  const table = parent.child('Table')
  artifact(sheet.pdf, () => hairline(sheet.pdf, page.left, page.right, sheet.y, colors.line))
  await place(sheet, table, planned, sources)
  for (const row of others) {
    await sources.waitForReader()
    await place(sheet, table, await planRow(sheet, row, sources), sources)
  }
  table.end()
  return bookmark
}

async function place(sheet: Sheet, table: Struct, planned: PlannedRow, sources: Sources): Promise<void> {
  sheet.ensure(Math.min(planned.startHeight, contentHeight))
  // Repeats the table's top line on a new page.
  if (sheet.y === page.top)
    artifact(sheet.pdf, () => hairline(sheet.pdf, page.left, page.right, sheet.y, colors.line))
  await drawRow(sheet, table, planned, sources)
}

function drawHeadings(
  sheet: Sheet,
  parent: Struct,
  outline: Bookmark,
  headings: readonly Pending[],
  follows: number,
): Bookmark | null {
  const own = headings.reduce((sum, { lines, style, above, below }) => {
    return sum + above + lines.length * style.leading + below
  }, 0)
  sheet.ensure(Math.min(own + follows, contentHeight))
  let bookmark: Bookmark | null = null
  for (const heading of headings) {
    const made = drawHeading(sheet, parent, bookmark ?? outline, heading)
    bookmark ??= made
  }
  return bookmark
}

function drawHeading(sheet: Sheet, parent: Struct, outline: Bookmark, heading: Pending): Bookmark {
  const { pdf } = sheet
  const { lines, style, entry, tag } = heading
  if (sheet.y > page.top) sheet.y += heading.above
  const title = parent.child(tag)
  if (entry) {
    entry.page = sheet.pageNumber()
    destination(pdf, entry.name, sheet.y - 12)
  }
  const bookmark = addBookmark(pdf, outline, entry?.text ?? '', Math.max(0, sheet.y - 12), false)
  for (const line of lines) {
    sheet.ensure(style.leading)
    marked(pdf, title, tag, () => drawLine(pdf, line, style, page.left, sheet.y))
    sheet.y += style.leading
  }
  title.end()
  sheet.y += heading.below
  return bookmark
}
