import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { ChunkedOutput } from './chunked-output.ts'
import { reserveContents } from './contents.ts'
import { drawCover } from './cover.ts'
import { openFontBook } from './font-book.ts'
import { openPdf, pdfInfoText } from './pdfkit-adapter.ts'
import { drawPlans } from './plans.ts'
import type { Sources } from './rows.ts'
import { drawSection } from './sections.ts'
import { openSheet, reportDate } from './sheet.ts'
import { openStructure } from './structure.ts'
import { openTypesetter } from './typesetter.ts'

export interface RenderOptions {
  readonly fontDir: string | null
  /** ISO 8601. */
  readonly now: string
}

/**
 * Renders the whole report into the output. Resolves to the characters that no font has, which are shown as
 * boxes.
 */
export async function renderReport(
  document: ReportDocument,
  sources: Omit<Sources, 'waitForReader'>,
  options: RenderOptions,
  output: ChunkedOutput,
): Promise<readonly string[]> {
  const missing = new Set<string>()
  const pdf = openPdf(metadata(document, options), output)
  const text = openTypesetter(openFontBook(pdf, options.fontDir), (cluster) => missing.add(cluster))
  const sheet = openSheet(pdf, text, document.name, reportDate(options.now, document))
  const root = openStructure(pdf, 'Document')

  // Send the first bytes now; a long table of contents delays the next ones.
  output.flush()
  drawCover(sheet, root, document)
  const contents = reserveContents(sheet, root, document)
  output.flush()
  const drawing = { sheet, contents, sources: { ...sources, waitForReader: output.whenDrained } }
  const plans = await drawPlans(drawing, root, document.plans)
  for (const section of document.sections) await drawSection(drawing, root, section)
  plans.fill()
  contents.fill()
  root.end()
  sheet.finish()
  pdf.end()
  output.flush()
  return [...missing]
}

function metadata(document: ReportDocument, { now }: RenderOptions): PDFKit.PDFDocumentOptions {
  const made = new Date(now)
  return {
    tagged: true,
    lang: spokenLocale(),
    displayTitle: true,
    // PDFKit supports this value, but its types lack it.
    subset: 'PDF/UA' as 'PDF/A-1',
    info: {
      Title: pdfInfoText(document.name),
      Author: pdfInfoText(document.createdBy),
      Subject: pdfInfoText(t('reports.title')),
      Creator: t('pdf.brand'),
      CreationDate: made,
      ModDate: made,
    },
  }
}
