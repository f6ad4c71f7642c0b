import type { Pdf } from './pdfkit-adapter.ts'

/**
 * PDFKit's undeclared members for writing objects as text. A report has tens of thousands of small objects,
 * and PDFKit spends more time on them than on the pages.
 */
interface Inside {
  /** Offset of each object, by its number. */
  readonly _offsets: (number | null)[]
  _offset: number
  /** Reserved objects that are not yet written. PDFKit ends the file when there are none. */
  _waiting: number
  _write(data: string | Uint8Array): void
  _refEnd(object: { readonly id: number; readonly offset: number }): void
}

const inside = (pdf: Pdf): Inside => pdf as unknown as Inside

/** Reserves a number for an object that is written later. */
export function reserveObject(pdf: Pdf): number {
  const { _offsets } = inside(pdf)
  inside(pdf)._waiting += 1
  return _offsets.push(null)
}

export function writeObject(
  pdf: Pdf,
  id: number,
  dictionary: string,
  stream: Uint8Array | null = null,
): void {
  const file = inside(pdf)
  const offset = file._offset
  if (stream === null) file._write(`${id} 0 obj\n${dictionary}\nendobj`)
  else {
    file._write(`${id} 0 obj\n${dictionary}\nstream`)
    file._write(stream)
    file._write('\nendstream\nendobj')
  }
  file._refEnd({ id, offset })
}

/**
 * Text that PDFKit writes into its own objects unchanged. PDFKit recognizes the tag and calls only
 * `toString()`.
 */
export class Verbatim {
  readonly #text: () => string
  readonly [Symbol.toStringTag] = 'Verbatim'

  constructor(text: () => string) {
    this.#text = text
  }

  toString(): string {
    return this.#text()
  }
}

/** Returns a reference to an object, for PDFKit's own dictionaries. */
export const referenceTo = (id: number) => new Verbatim(() => `${id} 0 R`)

const ascii = /^[\u0020-\u007e]*$/u

/** Returns a PDF string (ISO 32000-1, 7.9.2.2): literal for ASCII, else UTF-16. */
export function stringObject(text: string): string {
  if (ascii.test(text)) return `(${text.replace(/[\\()]/gu, '\\$&')})`
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

export const arrayObject = (values: readonly number[]): string => `[${values.map(rounded).join(' ')}]`

/** Formats a length to the thousandth of a point. */
export const point = (value: number): string => String(Math.round(value * 1000) / 1000)
