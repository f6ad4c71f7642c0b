import { t } from '#contract/messages/translate.ts'
import { dayText } from '#survey/fields/day.ts'
import type { ReportDocument } from '#survey/report.ts'
import { dayIn } from '#survey/time-zone.ts'
import { drawLine, fontsOf, hairline, textOperators } from './canvas.ts'
import { currentPage, holdPage, type Page, type Pdf } from './pdfkit-adapter.ts'
import { pagination } from './tags.ts'
import { colors, page, type } from './theme.ts'
import type { Typesetter } from './typesetter.ts'

/** The sequence of pages, with their headers and footers. */
export interface Sheet {
  readonly pdf: Pdf
  readonly text: Typesetter
  /** Vertical position of the next drawing. */
  y: number
  /** Section name in the header of new pages. */
  section: string
  readonly pageNumber: () => number
  /** Height left on the page. */
  readonly heightLeft: () => number
  readonly newPage: () => void
  /** Adds a page without a header, for the cover. */
  readonly coverPage: () => void
  /** Adds a page that can still be drawn on after all others. */
  readonly heldPage: () => Page
  /** Starts a new page if less than `height` is left. */
  readonly ensure: (height: number) => void
  /** Writes the footers, which contain the total number of pages. */
  readonly finish: () => void
}

interface Footer {
  readonly number: number
  readonly form: PDFKit.PDFKitReference
  readonly resources: { Font: Record<string, PDFKit.PDFKitReference> }
}

export function openSheet(pdf: Pdf, text: Typesetter, name: string, date: string): Sheet {
  const footers: Footer[] = []
  let pages = 0

  function begin(): void {
    pdf.addPage()
    pages += 1
    sheet.y = page.top
    placeFooter()
  }

  /** Places the footer as a form that is written last, when the number of pages is known. */
  function placeFooter(): void {
    const resources = { Font: {} }
    const form = pdf.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, page.width, page.height],
      Resources: resources,
    })
    currentPage(pdf).xobjects.Footer = form
    pagination(pdf, 'Bottom', () => pdf.addContent('/Footer Do'))
    footers.push({ number: pages, form, resources })
  }

  function header(): void {
    const brand = text.oneLine(t('pdf.brand'), type.brand, 100)
    const space = page.right - page.left - brand.width - 24
    const title = text.oneLine(name, type.runningStrong, space * 0.55)
    const section = text.oneLine(sheet.section, type.running, space - title.width - 14)
    pagination(pdf, 'Top', () => {
      drawLine(pdf, title, type.runningStrong, page.left, 38)
      if (sheet.section) {
        const dot = text.oneLine('·', type.running, 10)
        drawLine(pdf, dot, type.running, page.left + title.width + 5, 38)
        drawLine(pdf, section, type.running, page.left + title.width + 12, 38)
      }
      drawLine(pdf, brand, type.brand, page.right - brand.width, 38)
      hairline(pdf, page.left, page.right, 55, colors.line)
    })
  }

  const sheet: Sheet = {
    pdf,
    text,
    y: page.top,
    section: '',
    pageNumber: () => pages,
    heightLeft: () => page.bottom - sheet.y,
    newPage() {
      begin()
      header()
    },
    coverPage: begin,
    heldPage() {
      sheet.newPage()
      sheet.y = page.bottom
      return holdPage(pdf)
    },
    ensure(height) {
      if (sheet.heightLeft() < height) sheet.newPage()
    },
    finish() {
      for (const { number, form, resources } of footers) {
        const left = text.oneLine(date, type.running, 200)
        const right = text.oneLine(t('pdf.pageOf', { page: number, pages }), type.running, 200)
        // Compressing such a short form would make it larger.
        form.compress = false
        for (const font of [...fontsOf(left), ...fontsOf(right)]) resources.Font[font.id] = font.ref()
        form.write(textOperators(left, type.running, page.left, 796))
        form.end(textOperators(right, type.running, page.right - right.width, 796))
      }
    },
  }
  return sheet
}

/** Returns the day of an instant in the survey's time zone. */
export function reportDate(iso: string, { timeZone }: Pick<ReportDocument, 'timeZone'>): string {
  return dayText(dayIn(iso, timeZone))
}
