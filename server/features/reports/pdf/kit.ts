import type { Font, Glyph } from 'fontkit'
import PDFDocument from 'pdfkit'
import { largeSize } from './outlet.ts'

export type Pdf = PDFKit.PDFDocument
export type Struct = PDFKit.PDFStructureElement
export type Content = PDFKit.PDFStructureContent

/** A font as PDFKit embeds it: which glyphs are in the subset, their widths and what they stand for. */
export interface EmbeddedFont {
  readonly id: string
  readonly font: Font
  readonly scale: number
  readonly subset: { includeGlyph(glyph: number): number; readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  ref(): PDFKit.PDFKitReference
}

/** A page as PDFKit keeps it: its resources, and where its operators go. */
export interface Page {
  readonly dictionary: PDFKit.PDFKitReference
  readonly fonts: Record<string, PDFKit.PDFKitReference>
  readonly xobjects: Record<string, PDFKit.PDFKitReference>
  readonly width: number
  readonly height: number
}

/** What PDFKit has but does not declare. Its version is pinned; the tests of this folder notice a change. */
interface Inside {
  _font: EmbeddedFont
  _pageBuffer: Page[]
  page: Page
  push(chunk: Uint8Array | null): boolean
  openImage(bytes: Uint8Array): Image & { embed(pdf: Pdf): void }
}

/** The large picture that is embedded at this moment: PDFKit writes a copy of it, the writer gets its own memory. */
const embedded = new WeakMap<Pdf, Uint8Array>()

/** A JPEG whose size was read; its bytes go into the file as they are. */
export interface Image {
  readonly width: number
  readonly height: number
}

const inside = (pdf: Pdf): Inside => pdf as unknown as Inside

/** Everything PDFKit writes goes to `write`, as it is made: its own stream knows no back-pressure. */
export function openPdf(options: PDFKit.PDFDocumentOptions, write: (bytes: Uint8Array) => void): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    ...options,
    ...noDefaultFont,
  })
  inside(pdf).push = (chunk) => {
    const picture = embedded.get(pdf)
    if (chunk) write(picture && chunk.length === picture.length ? picture : chunk)
    return true
  }
  // What the constructor wrote before: the file's first line.
  for (let early = pdf.read(); early; early = pdf.read()) write(early)
  return pdf
}

/** PDFKit takes null for 'none' (else it loads Helvetica, which is never embedded); its types do not know. */
const noDefaultFont = { font: null } as object

export function embedFont(pdf: Pdf, name: string, font: Font): EmbeddedFont {
  pdf.font(font as unknown as PDFKit.Mixins.PDFFontSource, name)
  return inside(pdf)._font
}

/** A glyph and the characters it stands for here. */
export type MeantGlyph = Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'>

/** Codes of glyphs that stand for something else than at their first use. */
const otherMeanings = new WeakMap<EmbeddedFont, Map<string, number>>()

/**
 * The glyph's code in the embedded subset. A glyph that means several characters (Arabic letters share their
 * shapes, the dots are glyphs of their own) has a code for each meaning, else a search in the file finds
 * the wrong words.
 */
export function glyphCode(font: EmbeddedFont, glyph: MeantGlyph): number {
  const code = font.subset.includeGlyph(glyph.id)
  const meaning = glyph.codePoints.join(' ')
  if (font.unicode[code] === undefined) return describeGlyph(font, code, glyph)
  if (font.unicode[code].join(' ') === meaning) return code
  const others = otherMeanings.get(font) ?? new Map<string, number>()
  otherMeanings.set(font, others)
  const key = `${glyph.id}:${meaning}`
  const known = others.get(key)
  if (known !== undefined) return known
  const added = font.subset.glyphs.push(glyph.id) - 1
  others.set(key, added)
  return describeGlyph(font, added, glyph)
}

function describeGlyph(font: EmbeddedFont, code: number, glyph: MeantGlyph): number {
  font.widths[code] = glyph.advanceWidth * font.scale
  font.unicode[code] = glyph.codePoints
  return code
}

export const currentPage = (pdf: Pdf): Page => inside(pdf).page

/** Throws for bytes that are no JPEG or PNG. */
export function openImage(pdf: Pdf, bytes: Uint8Array): Image {
  const image = inside(pdf).openImage(bytes)
  const embed = image.embed.bind(image)
  image.embed = () => {
    // Of that length is nothing else that is written meanwhile: its dictionary is short.
    if (bytes.length >= largeSize) embedded.set(pdf, bytes)
    embed(pdf)
    embedded.delete(pdf)
  }
  return image
}

export function drawImage(
  pdf: Pdf,
  image: Image,
  at: { x: number; y: number; width: number; height: number },
): void {
  const source = image as unknown as PDFKit.Mixins.ImageSrc
  const size = { width: at.width, height: at.height, ignoreOrientation: true }
  pdf.image(source, at.x, at.y, size)
}

/** Takes the newest page out of those that the next `addPage` writes: it can be drawn later. */
export function holdPage(pdf: Pdf): Page {
  const page = inside(pdf)._pageBuffer.pop()
  if (!page) throw new Error('there is no page to hold')
  return page
}

/** Draws on a page that was held; it is written with the next `addPage` or at the end. */
export function resumePage(pdf: Pdf, page: Page): void {
  inside(pdf)._pageBuffer.push(page)
  inside(pdf).page = page
}

/** A bookmark to a place on the current page. */
export function addBookmark(
  pdf: Pdf,
  parent: PDFKit.PDFOutline,
  title: string,
  top: number,
  expanded: boolean,
): PDFKit.PDFOutline {
  // PDFKit counts `left` from the right edge.
  const place = { top, left: currentPage(pdf).width, zoom: 0, fit: false, expanded }
  return parent.addItem(title, place as { expanded?: boolean })
}

/** A text value in a PDF dictionary; a plain string would become a name. */
export const pdfText = (text: string): string => new String(text) as string

/**
 * The same for the document's title and author: PDFKit puts these into its XML metadata unescaped,
 * by `toString`, and into the information dictionary by `valueOf`.
 */
export function pdfInfoText(text: string): string {
  return new InfoText(text) as unknown as string
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

class InfoText extends String {
  override toString(): string {
    const known = this.valueOf().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    return known.replace(/[&<>]/g, (char) => escapes[char] ?? char)
  }
}
