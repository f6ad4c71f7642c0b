import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import PDFDocument from 'pdfkit'
import type { ReportDetail } from '#contract/sharing/reports.ts'
import { primary } from '#server/features/reports/pdf/font-files.ts'

/**
 * Draws the same words and photos with PDFKit alone: tagged like ours, with everything but the photos' and
 * fonts' bytes preloaded. Each request redraws it: `/` uses our PDF's fonts, `/standard` a built-in Latin
 * font.
 */
const [given = ''] = process.argv.slice(2)
const { report, photos } = JSON.parse(readFileSync(given, 'utf8')) as {
  readonly report: ReportDetail
  /** Paths by media id. */
  readonly photos: Readonly<Record<string, string>>
}

type Row = ReportDetail['sections'][number]['parts'][number]['rows'][number]

interface Fonts {
  readonly regular: string
  readonly bold: string
}

const embedded: Fonts = primary.files
const standard: Fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' }

async function draw(into: Writable, fonts: Fonts): Promise<void> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 56, tagged: true, lang: 'en', displayTitle: true, pdfVersion: '1.7' },
    info: { Title: report.name },
  })
  doc.pipe(into)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const section of report.sections) {
    const sect = doc.struct('Sect')
    root.add(sect)
    sect.add(doc.struct('H1', {}, () => void doc.font(fonts.bold).fontSize(20).text(section.name)))
    doc.outline.addItem(section.name)
    for (const part of section.parts) {
      const { heading } = part
      if (heading) sect.add(doc.struct('H2', {}, () => void doc.font(fonts.bold).fontSize(13).text(heading)))
      const table = doc.struct('Table')
      sect.add(table)
      for (const row of part.rows) await drawRow(doc, table, row, fonts)
      table.end()
    }
    sect.end()
  }
  root.end()
  doc.end()
}

async function drawRow(
  doc: PDFKit.PDFDocument,
  table: PDFKit.PDFStructureElement,
  row: Row,
  fonts: Fonts,
): Promise<void> {
  const tr = doc.struct('TR')
  table.add(tr)
  if (doc.y > 740) doc.addPage()
  const { y } = doc
  const words = (text: string, x: number, width: number) => () =>
    void doc.font(fonts.regular).fontSize(9).text(text, x, y, { width })
  tr.add(doc.struct('TH', {}, words(row.label, 56, 158)))
  tr.add(doc.struct('TD', {}, words(row.value || '–', 230, 308)))
  doc.moveTo(56, doc.y).lineTo(538, doc.y).lineWidth(0.5).stroke('#d8dee5')
  for (let first = 0; first < row.figures.length; first += 2) {
    if (doc.y > 560) doc.addPage()
    const top = doc.y + 4
    for (const [place, { mediaId, label }] of row.figures.slice(first, first + 2).entries()) {
      const bytes = await readFile(photos[mediaId] ?? '')
      const x = 56 + place * 249
      const picture = () => void doc.image(bytes, x, top, { fit: [233, 175] })
      tr.add(doc.struct('Figure', { alt: label }, picture))
      const caption = () => void doc.fontSize(8.5).text(label, x, top + 180, { width: 233 })
      tr.add(doc.struct('Caption', {}, caption))
    }
    doc.y = top + 200
  }
  tr.end()
}

const server = createServer(({ url }, reply) => void draw(reply, url === '/standard' ? standard : embedded))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
