import { t } from '#contract/messages/translate.ts'
import { changedText } from '#survey/changed-since.ts'
import { hasInternal, type ReportDocument } from '#survey/report.ts'
import { zoneName } from '#survey/time-zone.ts'
import { drawLine, drawLines, fillRect, hairline } from './canvas.ts'
import { reportDate, type Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { artifact, marked, tagged } from './tags.ts'
import { colors, contentWidth, coverTitles, page, type } from './theme.ts'

/** Draws the first page: the property, the survey, its dates and people. */
export function drawCover(sheet: Sheet, root: Struct, document: ReportDocument): void {
  sheet.coverPage()
  const cover = root.child('Sect')
  mark(sheet, cover)
  sheet.y = 214
  drawTitle(sheet, cover, document)
  drawFacts(sheet, cover, document)
  cover.end()
  sheet.y = page.bottom
}

/** Draws the product's logo and name. */
function mark(sheet: Sheet, parent: Struct): void {
  const { pdf, text } = sheet
  artifact(pdf, () => {
    fillRect(pdf, 0, 0, page.width, 6, colors.accent)
    fillRect(pdf, page.left, 56, 15, 18, colors.accent)
    for (const [y, width] of [
      [61, 8],
      [64.5, 8],
      [68, 5],
    ] as const)
      fillRect(pdf, page.left + 3.5, y, width, 1.2, colors.paper)
  })
  const name = text.oneLine(t('pdf.brand'), type.coverBrand, 200)
  tagged(pdf, parent, 'P', () => drawLine(pdf, name, type.coverBrand, page.left + 22, 57))
}

function drawTitle(sheet: Sheet, cover: Struct, document: ReportDocument): void {
  const { pdf, text } = sheet
  const kicker = text.oneLine(t('reports.title'), type.coverKicker, contentWidth)
  tagged(pdf, cover, 'P', () => drawLine(pdf, kicker, type.coverKicker, page.left, sheet.y))
  sheet.y += 24
  const sizes = coverTitles.map((style) => ({ style, lines: text.lines(document.name, style, contentWidth) }))
  const chosen = sizes.find(({ lines }) => lines.length <= 4) ?? sizes.at(-1)
  if (!chosen) return
  const title = cover.child('H1')
  for (const line of chosen.lines) {
    sheet.ensure(chosen.style.leading)
    marked(pdf, title, 'H1', () => drawLine(pdf, line, chosen.style, page.left, sheet.y))
    sheet.y += chosen.style.leading
  }
  title.end()
  sheet.y += 20
  artifact(pdf, () => fillRect(pdf, page.left, sheet.y, 44, 3, colors.accent))
  sheet.y += 36
}

function drawFacts(sheet: Sheet, cover: Struct, document: ReportDocument): void {
  const { pdf, text } = sheet
  const labelWidth = 128
  const facts: readonly (readonly [string, string])[] = [
    [t('reports.template'), document.templateName],
    [t('reports.owner'), document.owner],
    [t('reports.createdBy'), document.createdBy],
    [t('reports.dateCreated'), reportDate(document.createdAt, document)],
    [t('reports.lastEdited'), reportDate(document.lastEdited, document)],
    [t('reports.timeZone'), zoneName(document.timeZone)],
    [t('reports.progress'), document.progress],
    [t('reports.attachments'), attachments(document)],
    ...(document.changedSince ? [[t('reports.notice'), changedText(document.changedSince)] as const] : []),
    ...(hasInternal(document) ? [[t('reports.notice'), t('reports.hasInternal')] as const] : []),
  ]
  const table = cover.child('Table')
  for (const [label, value] of facts) {
    const labels = text.lines(label, type.coverFact, labelWidth - 12)
    const style = type.coverFactStrong
    const values = text.lines(value || t('reports.noValue'), style, contentWidth - labelWidth)
    const height = values.length * style.leading + 13
    sheet.ensure(height)
    const tr = table.child('TR')
    tagged(
      pdf,
      tr,
      'TH',
      () => drawLines(pdf, labels, type.coverFact, { x: page.left, top: sheet.y + 6, width: labelWidth }),
      { scope: 'Row' },
    )
    const at = { x: page.left + labelWidth, top: sheet.y + 6, width: contentWidth - labelWidth }
    tagged(pdf, tr, 'TD', () => drawLines(pdf, values, style, at))
    tr.end()
    sheet.y += height
    artifact(pdf, () => hairline(pdf, page.left, page.right, sheet.y, colors.line))
  }
  table.end()
}

function attachments({ photoCount, videoCount }: ReportDocument): string {
  return `${t('reports.photos', { count: photoCount })} · ${t('reports.videos', { count: videoCount })}`
}
