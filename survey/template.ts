import type { FieldType } from '#contract/templates/field-types.ts'
import type { FormattedText } from './formatted-text.ts'

/** What a dynamic dropdown offers: the buildings or floors already added to the same survey. */
export type DropdownOf = 'Building' | 'Floor'

/** Column name to cell. `name` and `label` are never among them: those are the option itself. */
export type OptionColumns = Readonly<Record<string, string>>

/** A field's texts in another language; what is missing or '' is read in the template's own. */
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

/** By language, as the template's `languages` names them. */
export type Translations<Texts> = Readonly<Record<string, Texts>>

export interface TemplateField {
  readonly id: string
  readonly name: string
  readonly type: FieldType
  /** Choices of checkbox, radio and select by their ids, which answers are; empty for the other types. */
  readonly options: readonly string[]
  /** Labels in the template's own language, in the order of `options`. Absent if every label is its option's id. */
  readonly ownLabels?: readonly string[]
  /** What expressions see of each option (XLSForm's `name`), in the same order. Absent if every value is the id. */
  readonly optionValues?: readonly string[]
  /** What else is known of each option, for `choiceFilter` (further columns of XLSForm's `choices`), in the same order. */
  readonly optionColumns?: readonly OptionColumns[]
  /** Expression: which options are offered. A bare name in it is a column of the option: `building = ${building}`. */
  readonly choiceFilter?: string
  /** What a new sub-section begins with: a text, a number, the value or label of an option (of a checkbox several). */
  readonly defaultValue?: string
  /** Expression: worked out once, when the sub-section is begun, whose moment is then now. In place of `defaultValue`. */
  readonly defaultExpression?: string
  readonly mandatory: boolean
  /** Expression: mandatory while it holds. Without one `mandatory` counts always. */
  readonly requiredIf?: string
  /** Only for `dynamic_dropdown`. */
  readonly dropdownOf: DropdownOf | null
  /** The answer names a building or floor that dynamic dropdowns of the same survey then offer. */
  readonly adds: DropdownOf | null
  readonly dictation: boolean
  readonly media: boolean
  /** What expressions call it: `${key}`. Without one none can refer to it. */
  readonly key?: string
  /** Shown below the label; of a note, the note itself. */
  readonly hint?: string
  /** Of a decimal: 'm', 'dB', 'Ω'. */
  readonly unit?: string
  /** Of text: characters, where it is fewer than any answer may have. */
  readonly maxLength?: number
  /** Of numeric and decimal. A value outside is kept and marked, and keeps the survey from being submitted. */
  readonly min?: number
  readonly max?: number
  /** Of yes_no: which of the two asks for a reason. */
  readonly reasonOn?: 'Yes' | 'No'
  /** Expressions of `logic/`. Shown only while this holds; without one always. */
  readonly showIf?: string
  /** What the answer (`.`) has to fulfil, and what is said where it does not. */
  readonly constraint?: string
  readonly constraintMessage?: string
  /** Never in what customers get: gate codes, keys, phone numbers of those who live there. */
  readonly internal?: boolean
  /**
   * Of a type that this version of the app does not know (a device that was not updated): its answer is shown as text
   * and kept. `type` is then 'calculated', whose answers nobody gives either.
   */
  readonly unsupported?: boolean
  /** Of calculated: its value. */
  readonly calculation?: string
  readonly translations?: Translations<FieldTexts>
  /** Name and hint with their formatting, where they have one; `name` and `hint` are then the plain text (`live.ts`). */
  readonly formatted?: { readonly name?: FormattedText; readonly hint?: FormattedText }
  /** Labels in the reader's language (`translate.ts`). Absent if those are `ownLabels`. */
  readonly optionLabels?: readonly string[]
}

/** A field that asks for nothing beyond an answer. */
export const plainField = {
  options: [],
  mandatory: false,
  dropdownOf: null,
  adds: null,
  dictation: false,
  media: false,
} as const satisfies Partial<TemplateField>

/** A section that is there once. */
export const plainSection = {
  addSimilar: false,
  addSimilarText: '',
  copyFromLastFilled: false,
} as const satisfies Partial<TemplateSection>

export interface TemplateSection {
  readonly id: string
  readonly name: string
  /** What expressions call it: `count(${unit})` counts its sub-sections. */
  readonly key?: string
  /** May be repeated by the surveyor (spec §4 'Repeated sections'). */
  readonly addSimilar: boolean
  readonly addSimilarText: string
  readonly copyFromLastFilled: boolean
  /** Expression: the whole section is shown only while this holds; without one always. It decides for all sub-sections. */
  readonly showIf?: string
  readonly fields: readonly TemplateField[]
  readonly translations?: Translations<SectionTexts>
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
  /** BCP 47 tag of what its texts are written in, where somebody said. */
  readonly language?: string
  /** What they are translated into. */
  readonly languages?: readonly string[]
  readonly translations?: Translations<TemplateTexts>
  readonly sections: readonly TemplateSection[]
}
