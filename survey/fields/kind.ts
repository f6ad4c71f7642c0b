import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/say.ts'
import type { TemplateField } from '../template.ts'

/** What a person gave: `values` for a checkbox, `value` for most other types, both for some. */
export interface Given {
  readonly value: string
  readonly values: readonly string[]
}

/** Why something was not accepted as it came. The sentence for it is in the catalogue. */
export type Refusal = 'not-a-number' | 'not-an-option' | 'too-long' | 'not-a-date' | 'not-readable'

export interface Cleaned {
  /** What can be kept (the text up to its limit); null where nothing can, as of what is no number. */
  readonly given: Given | null
  /** null where all of it was accepted. A device keeps `given` and says so; the server refuses. */
  readonly refusal: Refusal | null
}

/** A rule that an answer breaks. It is kept all the same; only the survey cannot be submitted with it. */
export interface Problem {
  readonly message: MessageKey
  readonly values?: MessageValues
}

/** All that differs between field types. One file per type, gathered in `registry.ts`. */
export interface FieldKind {
  /** Whether a person gives its answer: a note and a calculated field ask nothing and count for no progress. */
  readonly asks: boolean
  /** Whether it has a row in the report. A note speaks to the surveyor only. */
  readonly reported: boolean
  /** Which half of `Given` carries its answer. */
  readonly speaksBy: 'value' | 'values' | 'both'
  /** The rule of its own that an answer breaks, such as a range; null where all is well or nothing was given. */
  problem?(field: TemplateField, given: Given): Problem | null
  isMissing(given: Given): boolean
  /** The answer as a report shows it; '' where nothing was given. */
  asText(given: Given, field: TemplateField): string
  clean(field: TemplateField, raw: Given): Cleaned
  /** Two answers of two people as one that keeps all of both; null where that says nothing, as of two numbers. */
  readonly both: ((own: Given, other: Given) => Given) | null
}

export function single(value: string, refusal: Refusal | null = null): Cleaned {
  return { given: { value, values: [] }, refusal }
}
