import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/translate.ts'
import type { ImportNote } from './book.ts'

type AddNote = (
  column: string,
  level: ImportNote['level'],
  message: MessageKey,
  values: MessageValues,
) => void

/** Notes cells that are longer than the limit and will be cut. */
export function noteTooLong(
  row: { get(column: string): string },
  mostOf: Readonly<Record<string, number>>,
  addNote: AddNote,
): void {
  for (const [column, max] of Object.entries(mostOf))
    if (row.get(column).trim().length > max) addNote(column, 'warning', 'xlsform.tooLong', { max })
}
