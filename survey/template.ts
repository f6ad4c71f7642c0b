import type { FieldType } from '#contract/templates/field-types.ts'
import type { FormattedText } from './formatted-text.ts'

/** The options of a dynamic dropdown: buildings or floors already added to the survey. */
export type DropdownOf = 'Building' | 'Floor'

/** Cells by column name. Never `name` or `label`, which are the option itself. */
export type OptionColumns = Readonly<Record<string, string>>

/** A field's texts in another language; missing or '' = use the template's own. */
export interface FieldTexts {
  readonly name?: string | undefined
  readonly hint?: string | undefined
  readonly constraintMessage?: string | undefined
  /** In the order of the field's options. */
  readonly options?: readonly string[]
}

export interface SectionTexts {
  readonly name?: string | undefined
  readonly addSimilarText?: string | undefined
}

export interface TemplateTexts {
  readonly name?: string | undefined
}

/** By language tag from the template's `languages`. */
export type Translations<Texts> = Readonly<Record<string, Texts>>

export interface TemplateField {
  readonly id: string
  readonly name: string
  readonly type: FieldType
  /**
   * Option ids of checkbox, radio and select, which answers store; of a calculation, results that have a label. Empty
   * for the other types.
   */
  readonly options: readonly string[]
  /** Labels in the template's own language, in the order of `options`. Absent if every label is its option's id. */
  readonly ownLabels?: readonly string[]
  /** Option values in expressions (XLSForm's `name`), in the same order. Absent if every value is the id. */
  readonly optionValues?: readonly string[]
  /** Further columns of XLSForm's `choices` for `choiceFilter`, in the same order. */
  readonly optionColumns?: readonly OptionColumns[]
  /** Expression that filters the options. A bare name is a column of the option: `building = ${building}`. */
  readonly choiceFilter?: string
  /**
   * The initial value in a new sub-section: a text, a number, or the value or label of an option (several for
   * a checkbox).
   */
  readonly defaultValue?: string
  /**
   * Expression evaluated once when the sub-section is created, with `now()` as that time. Replaces
   * `defaultValue`.
   */
  readonly defaultExpression?: string
  readonly mandatory: boolean
  /** Expression: the field is mandatory while it is true. Without it, `mandatory` applies. */
  readonly requiredIf?: string
  /** Only for `dynamic_dropdown`. */
  readonly dropdownOf: DropdownOf | null
  /** The answer names a building or floor, which dynamic dropdowns of the survey then offer. */
  readonly adds: DropdownOf | null
  readonly dictation: boolean
  readonly media: boolean
  /** Key in expressions, `${key}`. Without it no expression can refer to the field. */
  readonly key?: string
  /** Shown below the label; for a note, its text. */
  readonly hint?: string
  /** Unit of a decimal: 'm', 'dB', 'Ω'. */
  readonly unit?: string
  /** Maximum characters of a text, if lower than the general limit. */
  readonly maxLength?: number
  /** Range of numeric and decimal. A value outside is stored and marked, and blocks submitting. */
  readonly min?: number
  readonly max?: number
  /** The answer of yes_no that asks for a reason. */
  readonly reasonOn?: 'Yes' | 'No'
  /** Expression (`logic/`): the field is shown only while it is true. */
  readonly showIf?: string
  /** Name of a shared condition of the section, which must hold too. */
  readonly condition?: string
  /** Expression that the answer (`.`) must satisfy, and the message if it doesn't. */
  readonly constraint?: string
  readonly constraintMessage?: string
  /** Never sent to customers: gate codes, keys, residents' phone numbers. */
  readonly internal?: boolean
  /**
   * Whether the app version doesn't know the type (an outdated device): the answer is shown as text and kept.
   * `type` is then 'calculated', which is read-only too.
   */
  readonly unsupported?: boolean
  /** Expression for the value of a calculated field. */
  readonly calculation?: string
  readonly translations?: Translations<FieldTexts>
  /** Name and hint with formatting, if any; `name` and `hint` are then plain text (`live-fields.ts`). */
  readonly formatted?: { readonly name?: FormattedText; readonly hint?: FormattedText }
  /** Labels in the reader's language (`translate.ts`). Absent if those are `ownLabels`. */
  readonly optionLabels?: readonly string[]
}

/** Defaults of a field that asks only for an answer. */
export const plainField = {
  options: [],
  mandatory: false,
  dropdownOf: null,
  adds: null,
  dictation: false,
  media: false,
} as const satisfies Partial<TemplateField>

/** Defaults of a section that doesn't repeat. */
export const plainSection = {
  addSimilar: false,
  addSimilarText: '',
  copyFromLastFilled: false,
} as const satisfies Partial<TemplateSection>

/** Evaluated in each sub-section. */
export interface SharedCondition {
  /** Unique in its section. */
  readonly name: string
  readonly showIf: string
}

export interface TemplateSection {
  readonly id: string
  readonly name: string
  /** Key in expressions: `count(${unit})` counts its sub-sections. */
  readonly key?: string
  /** Whether the surveyor may repeat it (specification §4 'Repeated sections'). */
  readonly addSimilar: boolean
  readonly addSimilarText: string
  readonly copyFromLastFilled: boolean
  /** Expression: the whole section, with all its sub-sections, is shown only while it is true. */
  readonly showIf?: string
  /** Conditions that fields name in place of repeating them. */
  readonly conditions?: readonly SharedCondition[]
  readonly fields: readonly TemplateField[]
  readonly translations?: Translations<SectionTexts>
}

/** One version of a template. A survey refers to its version by this id. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly version: number
  /** Default of the survey's `showMedia` (`checkbox_1`). */
  readonly showMedia: boolean
  /** Default of the survey's `hideEmpty` (`checkbox_2`). */
  readonly hideEmpty: boolean
  /** BCP 47 tag of its own language, if known. */
  readonly language?: string
  /** Tags of its translations. */
  readonly languages?: readonly string[]
  readonly translations?: Translations<TemplateTexts>
  readonly sections: readonly TemplateSection[]
}
