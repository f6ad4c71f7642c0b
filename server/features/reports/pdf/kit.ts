import { deflateSync } from 'node:zlib'
import type { Font, Glyph } from 'fontkit'
import PDFDocument from 'pdfkit'
import { point, referenceTo, reserveObject, writeObject } from './objects.ts'
import type { Outlet } from './outlet.ts'

export type Pdf = PDFKit.PDFDocument

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
  /** References, or what PDFKit writes as it writes these. */
  readonly xobjects: Record<string, object>
  readonly annotations: object[]
  readonly width: number
  readonly height: number
  readonly content: Stream
}

/** What PDFKit has but does not declare. Its version is pinned; the tests of this folder notice a change. */
interface Inside {
  _font: EmbeddedFont
  _pageBuffer: Page[]
  _offset: number
  page: Page
  push(chunk: Uint8Array | null): boolean
  _write(data: string | Uint8Array): void
  openImage(bytes: Uint8Array): Opened
}

/** What a page's operators go to. */
interface Stream {
  readonly id: number
  readonly buffer: Uint8Array[]
  write(operators: string): void
  end(): void
}

const inside = (pdf: Pdf): Inside => pdf as unknown as Inside

/** Everything PDFKit writes goes to the outlet, as it is made: its own stream knows no back-pressure. */
export function openPdf(options: PDFKit.PDFDocumentOptions, outlet: Pick<Outlet, 'write' | 'text'>): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    ...options,
    ...noDefaultFont,
  })
  const file = inside(pdf)
  file.push = () => true
  file._write = (data) => {
    if (typeof data === 'string') file._offset += outlet.text(`${data}\n`)
    else {
      outlet.write(data)
      file._offset += data.length
    }
  }
  // What the constructor wrote before: the file's first line.
  for (let early = pdf.read(); early; early = pdf.read()) outlet.write(early)
  pdf.on('pageAdded', () => gatherOperators(pdf))
  return pdf
}

/** PDFKit keeps each operator as bytes of its own; here they are one text, made bytes when the page is done. */
function gatherOperators(pdf: Pdf): void {
  const { content } = inside(pdf).page
  let operators = Buffer.concat(content.buffer).toString('latin1')
  content.write = (more) => {
    operators += `${more}\n`
  }
  content.end = () => {
    const packed = deflateSync(Buffer.from(operators, 'latin1'), { level: 3 })
    writeObject(pdf, content.id, `<</Length ${packed.length} /Filter /FlateDecode>>`, packed)
  }
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

/** A picture whose size was read; a JPEG's bytes go into the file as they are. */
export interface Image {
  readonly width: number
  readonly height: number
}

/** As PDFKit has it: its name among a page's resources, and the object that it is in the file. */
interface Opened extends Image {
  readonly label: string
  obj: object | null
  embed(pdf: Pdf): void
}

/** Of a PNG all this is not known, and PDFKit writes it. */
interface Jpeg extends Opened {
  readonly bits: number
  readonly colorSpace: string
}

const isJpeg = (image: Opened): image is Jpeg => 'colorSpace' in image

/** Throws for bytes that are no JPEG or PNG. */
export function openImage(pdf: Pdf, bytes: Uint8Array): Image {
  const image = inside(pdf).openImage(bytes)
  if (isJpeg(image)) image.embed = () => embedJpeg(pdf, image, bytes)
  return image
}

/** PDFKit would write a copy of the bytes. */
function embedJpeg(pdf: Pdf, image: Jpeg, bytes: Uint8Array): void {
  const id = reserveObject(pdf)
  const { bits, width, height, colorSpace } = image
  const size = `/Width ${width} /Height ${height} /BitsPerComponent ${bits} /ColorSpace /${colorSpace}`
  // Whoever writes four colors to a JPEG writes them inverted.
  const inverted = colorSpace === 'DeviceCMYK' ? ' /Decode [1 0 1 0 1 0 1 0]' : ''
  const form = `/Type /XObject /Subtype /Image /Filter /DCTDecode /Length ${bytes.length}`
  writeObject(pdf, id, `<<${form} ${size}${inverted}>>`, bytes)
  image.obj = referenceTo(id)
}

export function drawImage(
  pdf: Pdf,
  given: Image,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const image = given as Opened
  if (!image.obj) image.embed(pdf)
  if (image.obj) currentPage(pdf).xobjects[image.label] = image.obj
  const place = [width, 0, 0, -height, x, y + height].map(point).join(' ')
  pdf.addContent(`q ${place} cm /${image.label} Do Q`)
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
