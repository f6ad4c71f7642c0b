import type { FormField, FormSection } from '../builder/place.ts'

export interface ReadField {
  readonly field: FormField
  readonly row: number
  /** Of an own template: its key, where it had to have another one among all the sheet's names. */
  readonly ownKey: string
  /** What expressions call its options, and the values that these stand for. */
  readonly ownValues: ReadonlyMap<string, string>
}

export interface ReadSection {
  readonly key: string
  readonly name: string
  /** null: it is not repeated. */
  readonly addSimilarText: string | null
  readonly copyFromLastFilled: boolean
  /** What has to hold for the whole section; '' = nothing. */
  readonly showIf: string
  readonly ownKey: string
  /** Where it begins; null: at the first question that stands outside of every group. */
  readonly row: number | null
  /** The rows at which the repeats around its questions begin, from the outermost; its own one last. */
  readonly repeats: readonly number[]
  readonly translations: NonNullable<FormSection['translations']> | null
  readonly fields: ReadField[]
}

export interface Read {
  readonly sections: readonly ReadSection[]
  /** Rows that have a type, and how many of them became something. */
  readonly rows: number
  readonly imported: number
  /** How a name that is no key here is written in the expressions, and the key that it became. */
  readonly renamed: ReadonlyMap<string, string>
  readonly sheet: string
}

/** The form has more than a template may have; its message names the row. */
export class OverLimit extends Error {}
