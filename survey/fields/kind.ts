import type { TemplateField } from '../template.ts'

/** What a person gave: `values` for a checkbox, `value` for every other type. */
export interface Given {
  readonly value: string
  readonly values: readonly string[]
}

/** Why something was not accepted as it came. The sentence for it is in the catalogue. */
export type Refusal = 'not-a-number' | 'not-an-option' | 'too-long'

export interface Cleaned {
  /** What can be kept (digits without the letters, the text up to its limit); null where nothing can. */
  readonly given: Given | null
  /** null where all of it was accepted. A device keeps `given` and says so; the server refuses. */
  readonly refusal: Refusal | null
}

/** All that differs between field types. One file per type, gathered in `registry.ts`. */
export interface FieldKind {
  isMissing(given: Given): boolean
  /** The answer as a report shows it; '' where nothing was given. */
  asText(given: Given): string
  clean(field: TemplateField, raw: Given): Cleaned
}

export function single(value: string, refusal: Refusal | null = null): Cleaned {
  return { given: { value, values: [] }, refusal }
}
