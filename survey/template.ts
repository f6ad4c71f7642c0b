/** The six field types of spec §3. Everything that differs by type is in `fields/registry.ts`. */
export const fieldTypes = ['text', 'numeric', 'checkbox', 'radio', 'select', 'dynamic_dropdown'] as const
export type FieldType = (typeof fieldTypes)[number]

/** What a dynamic dropdown offers: the buildings or floors already added to the same survey. */
export type DropdownOf = 'Building' | 'Floor'

export interface TemplateField {
  readonly id: string
  readonly name: string
  readonly type: FieldType
  /** Choices of checkbox, radio and select; empty for the other types. */
  readonly options: readonly string[]
  readonly mandatory: boolean
  /** Only for `dynamic_dropdown`. */
  readonly dropdownOf: DropdownOf | null
  /** The answer names a building or floor that dynamic dropdowns of the same survey then offer. */
  readonly adds: DropdownOf | null
  readonly dictation: boolean
  readonly media: boolean
}

export interface TemplateSection {
  readonly id: string
  readonly name: string
  /** May be repeated by the surveyor (spec §4 'Repeated sections'). */
  readonly addSimilar: boolean
  readonly addSimilarText: string
  readonly copyFromLastFilled: boolean
  readonly fields: readonly TemplateField[]
}

/** One version of a template. A survey pins the version of its first moment by this id. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly version: number
  /** Default of the survey's `showMedia` (`checkbox_1`). */
  readonly showMedia: boolean
  /** Default of the survey's `hideEmpty` (`checkbox_2`). */
  readonly hideEmpty: boolean
  readonly sections: readonly TemplateSection[]
}
