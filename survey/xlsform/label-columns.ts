import type { FormDocument } from '#contract/templates/form-document.ts'
import { columnLanguage } from '../languages.ts'

/** The columns of a text for each language of a template: `label::English (en)`, `label::French (fr)`. */
export class LabelColumns {
  readonly #own: string
  readonly #others: readonly (readonly [language: string, column: string])[]

  constructor({ language, languages = [] }: FormDocument) {
    this.#own = language === undefined ? '' : columnLanguage(language)
    this.#others = languages.map((one) => [one, columnLanguage(one)])
  }

  /** The value for `default_language`; '' = unknown. */
  get defaultLanguage(): string {
    return this.#own
  }

  get(name: string): string {
    return this.#own === '' ? name : `${name}::${this.#own}`
  }

  /** The columns for all languages, even if empty. */
  all(name: string): readonly string[] {
    return [this.get(name), ...this.#others.map(([, column]) => `${name}::${column}`)]
  }

  cells(
    name: string,
    text: string | undefined,
    translated: (language: string) => string | undefined,
  ): Readonly<Record<string, string>> {
    const others = this.#others.map(
      ([language, column]) => [`${name}::${column}`, translated(language)] as const,
    )
    const all = [[this.get(name), text] as const, ...others]
    return Object.fromEntries(all.filter((cell): cell is readonly [string, string] => Boolean(cell[1])))
  }
}
