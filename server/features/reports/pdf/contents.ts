import { t } from '#contract/messages/translate.ts'
import type { ReportDocument } from '#survey/report.ts'
import { drawLine, hairline } from './canvas.ts'
import { type Page, resumePage } from './pdfkit-adapter.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, destination, linkArea, marked, tagged } from './tags.ts'
import { colors, contentWidth, page, type } from './theme.ts'
import type { Line, TextStyle } from './typesetter.ts'

/** A heading of the report: its name among the PDF's destinations, and its page once rendered. */
export interface Entry {
  readonly name: string
  readonly text: string
  readonly depth: 0 | 1
  page: number
}

export interface Contents {
  readonly entry: (name: string) => Entry | undefined
  /** Draws the reserved pages. Call when every entry has its page. */
  readonly fill: () => void
}

interface Laid {
  readonly entry: Entry
  readonly lines: readonly Line[]
  readonly style: TextStyle
  readonly height: number
  readonly indent: number
}

const numberWidth = 34

/** Reserves the pages of the table of contents. Their number is known before the rest is rendered. */
export function reserveContents(sheet: Sheet, root: Struct, document: ReportDocument): Contents {
  const entries = entriesOf(document)
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  if (entries.length === 0) return { entry: () => undefined, fill: () => {} }
  sheet.section = t('reports.contents')
  const pages = paginate(entries.map((entry) => lay(sheet, entry))).map((laid) => ({
    laid,
    page: sheet.heldPage(),
  }))
  const part = root.child('Sect')
  return {
    entry: (name) => byName.get(name),
    fill: () => fillContents(sheet, part, pages),
  }
}

function entriesOf(document: ReportDocument): readonly Entry[] {
  const plans = document.plans.map(({ planId, name }) => ({
    name: `plan-${planId}`,
    text: name,
    depth: 1 as const,
    page: 0,
  }))
  const chapter = { name: 'plans', text: t('plans.chapter'), depth: 0 as const, page: 0 }
  const sections = document.sections.flatMap((section) => [
    { name: `section-${section.id}`, text: section.name, depth: 0 as const, page: 0 },
    ...section.parts.flatMap((part) =>
      part.heading === null
        ? []
        : [{ name: `part-${part.id}`, text: part.heading, depth: 1 as const, page: 0 }],
    ),
  ])
  return plans.length > 0 ? [chapter, ...plans, ...sections] : sections
}

function lay(sheet: Sheet, entry: Entry): Laid {
  const style = entry.depth === 0 ? type.contentsSection : type.contentsPart
  const indent = entry.depth * 16
  const lines = sheet.text.lines(entry.text, style, contentWidth - indent - numberWidth)
  const above = entry.depth === 0 ? 9 : 2
  return { entry, lines, style, indent, height: lines.length * style.leading + above }
}

const headingHeight = type.section.leading + 16

function paginate(all: readonly Laid[]): readonly (readonly Laid[])[] {
  const pages: Laid[][] = [[]]
  let left = page.bottom - page.top - headingHeight
  for (const laid of all) {
    if (laid.height > left && pages.at(-1)?.length) {
      pages.push([])
      left = page.bottom - page.top
    }
    pages.at(-1)?.push(laid)
    left -= laid.height
  }
  return pages
}

type ReservedPage = { readonly laid: readonly Laid[]; readonly page: Page }

function fillContents(sheet: Sheet, part: Struct, pages: readonly ReservedPage[]): void {
  const { pdf, text } = sheet
  let list: Struct | null = null
  pages.forEach((reserved, index) => {
    resumePage(pdf, reserved.page)
    sheet.y = page.top
    if (index === 0) {
      const heading = text.oneLine(t('reports.contents'), type.section, contentWidth)
      tagged(pdf, part, 'H1', () => drawLine(pdf, heading, type.section, page.left, sheet.y))
      destination(pdf, 'contents', 0)
      sheet.y += headingHeight
    }
    list ??= part.child('TOC')
    for (const laid of reserved.laid) drawEntry(sheet, list, laid)
  })
  part.end()
}

function drawEntry(sheet: Sheet, list: Struct, { entry, lines, style, indent, height }: Laid): void {
  const { pdf, text } = sheet
  const top = sheet.y + height - lines.length * style.leading
  // Screen readers need the space.
  const number = text.oneLine(` ${entry.page}`, style, numberWidth)
  const last = lines.at(-1)
  const item = list.child('TOCI')
  const reference = item.child('Reference')
  const link = reference.child('Link')
  const left = page.left + indent
  const numberTop = top + (lines.length - 1) * style.leading
  const numberLeft = page.right - number.width
  marked(pdf, link, 'Link', () => {
    lines.forEach((line, index) => {
      drawLine(pdf, line, style, left, top + index * style.leading)
    })
    drawLine(pdf, number, style, numberLeft, numberTop)
  })
  artifact(pdf, () => {
    const from = left + (last?.width ?? 0) + 8
    const base = numberTop + style.leading * 0.7
    if (from < numberLeft - 8) hairline(pdf, from, numberLeft - 8, base, colors.line)
  })
  const area = { x: left, y: top, width: page.right - left, height: lines.length * style.leading }
  linkArea(pdf, link, area, { name: entry.name }, `${entry.text}, ${entry.page}`)
  for (const ended of [link, reference, item]) ended.end()
  sheet.y += height
}
