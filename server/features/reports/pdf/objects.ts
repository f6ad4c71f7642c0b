import type { Pdf } from './kit.ts'

/**
 * Objects of the file that are written as text at once. A report has tens of thousands of small ones, and PDFKit
 * takes longer over keeping and converting each than over all that stands on the pages.
 */
interface Inside {
  /** Where each object begins, in the order of their numbers. */
  readonly _offsets: (number | null)[]
  _offset: number
  /** Objects that have a number and are not written: PDFKit ends the file when there are none. */
  _waiting: number
  _write(data: string | Uint8Array): void
  _refEnd(object: { readonly id: number; readonly offset: number }): void
}

const inside = (pdf: Pdf): Inside => pdf as unknown as Inside

/** The number of an object that will be written later. */
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

/** Text that PDFKit puts into its own objects as it stands: it asks what has this tag for nothing but its text. */
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

/** Another object of the file, for what PDFKit keeps. */
export const referenceTo = (id: number) => new Verbatim(() => `${id} 0 R`)

const ascii = /^[\u0020-\u007e]*$/u

/** A string of the file (ISO 32000-1, 7.9.2.2): as it is where it is plain, else as UTF-16. */
export function stringObject(text: string): string {
  if (ascii.test(text)) return `(${text.replace(/[\\()]/gu, '\\$&')})`
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

export const arrayObject = (values: readonly number[]): string => `[${values.map(rounded).join(' ')}]`

/** A length on a page, to the thousandth of a point. */
export const point = (value: number): string => String(Math.round(value * 1000) / 1000)
