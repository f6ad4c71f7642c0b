import { deflateSync } from 'node:zlib'
import type { Font, Glyph } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { ChunkedOutput } from './chunked-output.ts'
import { point, referenceTo, reserveObject, writeObject } from './objects.ts'

export type Pdf = PDFKit.PDFDocument

/** A font as PDFKit embeds it: the subset's glyphs, their widths and characters. */
export interface EmbeddedFont {
  readonly id: string
  readonly font: Font
  readonly scale: number
  readonly subset: { includeGlyph(glyph: number): number; readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  ref(): PDFKit.PDFKitReference
}

/** A page as PDFKit stores it: its resources and its operators. */
export interface Page {
  readonly dictionary: PDFKit.PDFKitReference
  readonly fonts: Record<string, PDFKit.PDFKitReference>
  /** References, or values that PDFKit writes the same way. */
  readonly xobjects: Record<string, object>
  readonly annotations: object[]
  readonly width: number
  readonly height: number
  readonly content: Stream
}

/**
 * Members of PDFKit that its types do not declare. The version is pinned, and this folder's tests detect a
 * change.
 */
interface Inside {
  _font: EmbeddedFont
  _pageBuffer: Page[]
  _offset: number
  page: Page
  push(chunk: Uint8Array | null): boolean
  _write(data: string | Uint8Array): void
  openImage(bytes: Uint8Array): Opened
}

/** Receives a page's operators. */
interface Stream {
  readonly id: number
  readonly buffer: Uint8Array[]
  write(operators: string): void
  end(): void
}

const inside = (pdf: Pdf): Inside => pdf as unknown as Inside

/** Opens a PDF that writes to the output directly, because PDFKit's own stream has no back-pressure. */
export function openPdf(
  options: PDFKit.PDFDocumentOptions,
  output: Pick<ChunkedOutput, 'write' | 'text'>,
): Pdf {
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
    if (typeof data === 'string') file._offset += output.text(`${data}\n`)
    else {
      output.write(data)
      file._offset += data.length
    }
  }
  // The constructor has already written the file's first line.
  for (let early = pdf.read(); early; early = pdf.read()) output.write(early)
  pdf.on('pageAdded', () => gatherOperators(pdf))
  return pdf
}

/**
 * Collects a page's operators in one string, encoded when the page is done. PDFKit allocates a buffer for
 * each.
 */
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

/**
 * PDFKit accepts null for 'no font', though its types do not. Its default, Helvetica, would not be embedded.
 */
const noDefaultFont = { font: null } as object

export function embedFont(pdf: Pdf, name: string, font: Font): EmbeddedFont {
  pdf.font(font as unknown as PDFKit.Mixins.PDFFontSource, name)
  return inside(pdf)._font
}

/** A glyph with the characters that it represents here. */
export type MeantGlyph = Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'>

/** Additional codes for glyphs that represent other characters than at their first use. */
const otherMeanings = new WeakMap<EmbeddedFont, Map<string, number>>()

/**
 * Returns the glyph's code in the embedded subset. A glyph with several meanings (Arabic letters share
 * shapes) gets a code for each; otherwise a text search finds the wrong words.
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

/** An opened picture. A JPEG's bytes go into the file unchanged. */
export interface Image {
  readonly width: number
  readonly height: number
}

/** PDFKit's image: its name among a page's resources, and its object in the file. */
interface Opened extends Image {
  readonly label: string
  obj: object | null
  embed(pdf: Pdf): void
}

/** PDFKit does not know these for a PNG, which it embeds itself. */
interface Jpeg extends Opened {
  readonly bits: number
  readonly colorSpace: string
}

const isJpeg = (image: Opened): image is Jpeg => 'colorSpace' in image

/** Opens a JPEG or PNG. Throws for other bytes. */
export function openImage(pdf: Pdf, bytes: Uint8Array): Image {
  const image = inside(pdf).openImage(bytes)
  if (isJpeg(image)) image.embed = () => embedJpeg(pdf, image, bytes)
  return image
}

/** Writes the JPEG's bytes without the copy that PDFKit makes. */
function embedJpeg(pdf: Pdf, image: Jpeg, bytes: Uint8Array): void {
  const id = reserveObject(pdf)
  const { bits, width, height, colorSpace } = image
  const size = `/Width ${width} /Height ${height} /BitsPerComponent ${bits} /ColorSpace /${colorSpace}`
  // Encoders write CMYK JPEGs inverted.
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

/** Removes the newest page from PDFKit's queue, so that it can be drawn later. */
export function holdPage(pdf: Pdf): Page {
  const page = inside(pdf)._pageBuffer.pop()
  if (!page) throw new Error('no page to hold')
  return page
}

/** Makes a held page current; the next `addPage` or the end writes it. */
export function resumePage(pdf: Pdf, page: Page): void {
  inside(pdf)._pageBuffer.push(page)
  inside(pdf).page = page
}

/** Adds a bookmark to a place on the current page. */
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

/** Marks a string as text; PDFKit writes a plain string as a name. */
export const pdfText = (text: string): string => new String(text) as string

/**
 * Like `pdfText`, for title and author. PDFKit writes `toString()` into the XML metadata without escaping it,
 * and `valueOf()` into the information dictionary.
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
