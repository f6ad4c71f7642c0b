import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type MessageValues, t } from '#contract/messages/translate.ts'
import { visible } from '../logic/plain-expression.ts'
import type { ImportNote } from './book.ts'

interface Where {
  readonly sheet: string
  readonly row: number | null
}

/** A cell is quoted with so many characters. */
const quoted = 120

/** What became of a sheet, row by row, in the reader's language. */
export class Notes {
  readonly #all: ImportNote[] = []

  add(
    { sheet, row }: Where,
    column: string | null,
    level: ImportNote['level'],
    message: MessageKey,
    values: MessageValues = {},
  ): void {
    const short = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'string' ? shortened(value) : value,
      ]),
    )
    this.#all.push({ sheet, row, column, level, message: t(message, short) })
  }

  /** Sheet by sheet; what is said of a whole one comes first. */
  inOrder(sheets: readonly string[]): ImportNote[] {
    const place = new Map(sheets.map((sheet, index) => [sheet, index]))
    const placeOf = ({ sheet }: ImportNote) => place.get(sheet) ?? sheets.length
    return this.#all.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.row ?? 0) - (b.row ?? 0))
  }
}

function shortened(text: string): string {
  const line = visible(text.replace(/\s+/g, ' '))
  return line.length > quoted ? `${line.slice(0, quoted).toWellFormed()}…` : line
}
