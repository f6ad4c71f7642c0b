import type { FormField, FormSection } from '../builder/form-place.ts'
import type { SharedCondition } from '../builder/shared-conditions.ts'

export interface ReadField {
  readonly field: FormField
  readonly row: number
  /** For templates exported by this app: the original key, if the export had to change it. */
  readonly ownKey: string
  /** Values by their option names in expressions. */
  readonly ownValues: ReadonlyMap<string, string>
}

export interface ReadSection {
  readonly key: string
  readonly name: string
  /** null = not repeated. */
  readonly addSimilarText: string | null
  readonly copyFromLastFilled: boolean
  /** Condition of the whole section; '' = none. */
  readonly showIf: string
  readonly conditions: readonly SharedCondition[]
  readonly ownKey: string
  /** The row where it begins; null for questions outside of all groups. */
  readonly row: number | null
  /** The rows of the enclosing repeats, from the outermost to its own. */
  readonly repeats: readonly number[]
  readonly translations: NonNullable<FormSection['translations']> | null
  readonly fields: ReadField[]
}

export interface ReadForm {
  readonly sections: readonly ReadSection[]
  /** Number of rows with a type, and how many of them were imported. */
  readonly rows: number
  readonly imported: number
  /** Names that are not valid keys, as written in expressions, and the keys that replace them. */
  readonly renamed: ReadonlyMap<string, string>
  readonly sheet: string
}

/** The form exceeds a template's limits; the message names the row. */
export class OverLimit extends Error {}
