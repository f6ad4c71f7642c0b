import { limits } from '#contract/limits.ts'
import { languageOfName } from '../languages.ts'
import type { Notes } from './notes.ts'
import { type Column, languagesOf, spokenColumn, type Table, type TableRow } from './table.ts'

/** The columns of a text that may be in several languages. */
export interface SpokenColumns {
  /** The column in the template's own language. */
  readonly own: string
  /** The columns of translations by language tag. */
  readonly others: ReadonlyMap<string, string>
}

/** The languages of the sheets: the template's own and the translations. */
export class Languages {
  readonly #own: string
  readonly #others: readonly string[]
  readonly #tables: readonly Table[]

  constructor(tables: readonly Table[], defaultLanguage: string) {
    this.#tables = tables
    const [first] = tables
    const label = first ? spokenColumn(first, 'label', defaultLanguage.toLowerCase()) : 'label'
    const named = first?.columns.find(({ name }) => name === label)
    // A column without a language is in the default language.
    const suffix = named?.language ?? ''
    this.#own = languageOfName(suffix === '' ? defaultLanguage : suffix)
    const all = tables.flatMap(spokenIn).map(({ column }) => languageOfName(column.language))
    this.#others = [...new Set(all)]
      .filter((language) => language !== '' && language !== this.#own)
      .slice(0, limits.formLanguagesMax)
  }

  /** The languages as properties of a template. */
  get said(): { readonly language?: string; readonly languages?: string[] } {
    return {
      ...(this.#own !== '' && { language: this.#own }),
      ...(this.#others.length > 0 && { languages: [...this.#others] }),
    }
  }

  /** Returns a text's columns; the first column of a language counts. */
  columnsOf(table: Table, name: string): SpokenColumns {
    const columns = languagesOf(table, name)
    const inOwn = columns.find(({ language }) => language !== '' && languageOfName(language) === this.#own)
    const own = (inOwn ?? columns.find((column) => column.language === ''))?.name ?? name
    const others = new Map<string, string>()
    for (const column of columns) {
      const language = languageOfName(column.language)
      if (column.name !== own && this.#others.includes(language) && !others.has(language))
        others.set(language, column.name)
    }
    return { own, others }
  }

  /** Notes columns that are not imported: a duplicate language, or one beyond the limit. */
  noteLeftOut(notes: Notes): void {
    for (const table of this.#tables)
      for (const { name, column } of spokenIn(table)) {
        const { own, others } = this.columnsOf(table, name)
        if (column.name !== own && ![...others.values()].includes(column.name))
          notes.add({ sheet: table.sheet, row: null }, column.asWritten, 'warning', 'xlsform.otherLanguage', {
            column: column.asWritten,
          })
      }
  }
}

/** Columns that may exist for each language. */
const spokenNames = ['label', 'hint', 'guidance_hint', 'constraint_message', 'fieldbook::add_text'] as const

function spokenIn(table: Table): readonly { readonly name: string; readonly column: Column }[] {
  return spokenNames.flatMap((name) => languagesOf(table, name).map((column) => ({ name, column })))
}

/** Returns a row's translations by language; null if there are none. */
export function translationsIn<Text>(
  columns: Readonly<Record<string, SpokenColumns>>,
  row: TableRow,
  textsOf: (get: (name: string) => string, language: string) => Text | null,
): Record<string, Text> | null {
  const languages = new Set(Object.values(columns).flatMap(({ others }) => [...others.keys()]))
  const texts = [...languages].flatMap((language): [string, Text][] => {
    const said = textsOf((name) => row.get(columns[name]?.others.get(language) ?? ''), language)
    return said === null ? [] : [[language, said]]
  })
  return texts.length > 0 ? Object.fromEntries(texts) : null
}
