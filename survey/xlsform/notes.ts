import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type MessageValues, t } from '#contract/messages/translate.ts'
import { visible } from '../logic/plain-expression.ts'
import type { ImportNote } from './book.ts'

interface Where {
  readonly sheet: string
  readonly row: number | null
}

/** Maximum length of a quoted cell. */
const quoted = 120

/** Maximum number of listed notes; a spreadsheet can cause 100,000. */
const listed = 1_000

/** Collects the notes of an import in the reader's language. */
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
        // A reason is one of the app's own sentences.
        typeof value === 'string' && key !== 'reason' ? shortened(value) : value,
      ]),
    )
    this.#all.push({ sheet, row, column, level, message: t(message, short) })
  }

  /** Returns the notes by sheet, those on a whole sheet first; only the most severe if there are too many. */
  inOrder(sheets: readonly string[]): ImportNote[] {
    const place = new Map(sheets.map((sheet, index) => [sheet, index]))
    const placeOf = ({ sheet }: ImportNote) => place.get(sheet) ?? sheets.length
    const worst = levels.flatMap((level) => this.#all.filter((note) => note.level === level)).slice(0, listed)
    const ordered = worst.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.row ?? 0) - (b.row ?? 0))
    const more = this.#all.length - worst.length
    if (more === 0) return ordered
    const message = t('xlsform.moreNotes', { count: more })
    return [
      ...ordered,
      { sheet: ordered[0]?.sheet ?? '', row: null, column: null, level: 'warning', message },
    ]
  }
}

const levels = ['error', 'warning', 'info'] as const

function shortened(text: string): string {
  const line = visible(text.replace(/\s+/g, ' '))
  return line.length > quoted ? `${line.slice(0, quoted).toWellFormed()}…` : line
}
