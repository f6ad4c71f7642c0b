import type { TemplateField } from '../template.ts'

/** A date, a time of day, or both, in local time. */
export interface Moment {
  readonly kind: 'day' | 'clock' | 'both'
  /** 'YYYY-MM-DD', 'HH:mm' or 'YYYY-MM-DDTHH:mm', with or without seconds. */
  readonly text: string
  /** '-05:00' or 'Z' where it is known; otherwise it derives from `zone`. */
  readonly offset?: string
  /** IANA name; null = unknown. */
  readonly zone: string | null
}

/** A value in an exported table. null = empty; a list holds several choices or files. */
export type Cell = null | string | number | readonly string[] | Moment

export interface CellOptions {
  /** Whether choices are exported as values instead of labels. */
  readonly asValues: boolean
  /** The survey's time zone. */
  readonly timeZone: string | null
}

/** The answer that a cell shows. */
export interface ExportedAnswer {
  readonly value: string
  readonly values: readonly string[]
  readonly media?: readonly { readonly kind: 'photo' | 'video' }[]
}

/** A column that answers of a field type fill in exported tables. */
export interface ExportedPart {
  /** '' for the answer itself; otherwise it is appended to the field's key. */
  readonly key: '' | 'reason' | 'signer' | 'signed_at' | 'latitude' | 'longitude' | 'accuracy'
  /** The unit if it is not the field's. */
  readonly unit?: string
  cell(given: ExportedAnswer, field: TemplateField, options: CellOptions): Cell
}

/** Spreadsheets change the digits of longer whole numbers. */
const wholeDigits = 15
/** A double keeps at most this many digits. */
const exactDigits = 17

/**
 * Returns the number if a spreadsheet keeps its digits; otherwise null. Leading zeros, as in '007', and long
 * numbers only survive as text.
 */
export function exactNumber(text: string): number | null {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '' && fraction === '') return null
  const integer = whole === '' ? '0' : whole
  if (/^0\d/.test(integer) || integer.length > wholeDigits) return null
  const decimals = fraction.replace(/0+$/, '')
  if (`${integer}${decimals}`.replace(/^0+/, '').length > exactDigits) return null
  if (/^0*$/.test(`${integer}${decimals}`)) return 0
  const plain = `${minus}${integer}${decimals === '' ? '' : `.${decimals}`}`
  const number = Number(plain)
  return plainNumber(number) === plain ? number : null
}

/** Returns a number without an exponent: '0.0000001', not '1e-7'. */
export function plainNumber(number: number): string {
  const text = String(number)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined || Number(exponent) > 0) return text
  const decimals = mantissa.split('.')[1]?.length ?? 0
  return number.toFixed(Math.min(100, decimals - Number(exponent)))
}

export function textCell(text: string): Cell {
  return text === '' ? null : text
}

export function numberCell(text: string): Cell {
  return exactNumber(text) ?? textCell(text)
}

export const textPart: ExportedPart = { key: '', cell: ({ value }) => textCell(value) }

export const numberPart: ExportedPart = { key: '', cell: ({ value }) => numberCell(value) }
