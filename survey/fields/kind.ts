import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/translate.ts'
import type { FieldType } from '#contract/templates/field-types.ts'
import { type AnswerNode, noNode } from '../logic/value.ts'
import { valueOfOption } from '../option-values.ts'
import type { TemplateField } from '../template.ts'
import { type ExportedPart, textPart } from './cell.ts'
import type { Position } from './position.ts'
import type { DrawnSignature } from './signature.ts'

/** An answer's content: `values` for a checkbox, `value` for most other types, both for some. */
export interface AnswerValue {
  readonly value: string
  readonly values: readonly string[]
}

export type FileKind = 'photo' | 'video'

/** An answer with the photos and videos attached to it. */
export interface AnswerWithMedia extends AnswerValue {
  readonly media?: readonly { readonly kind: FileKind }[]
}

/** Why input was rejected or changed. The message catalogue has a sentence for each. */
export type Refusal =
  | 'not-a-number'
  | 'not-an-option'
  | 'too-long'
  | 'not-a-date'
  | 'not-a-time'
  | 'not-readable'

export interface Cleaned {
  /**
   * The part that can be stored, such as the text up to its limit; null if none, such as for an invalid
   * number.
   */
  readonly given: AnswerValue | null
  /**
   * null if the input was accepted whole. A device stores `given` and shows the refusal; the server rejects.
   */
  readonly refusal: Refusal | null
}

/** A rule that an answer violates. The answer is stored, but the survey cannot be submitted. */
export interface Problem {
  readonly message: MessageKey
  readonly values?: MessageValues
}

/** Properties of a template's field that only some types have. */
export type OwnProperty =
  | 'dropdownOf'
  | 'adds'
  | 'dictation'
  | 'maxLength'
  | 'unit'
  | 'min'
  | 'max'
  | 'reasonOn'
  | 'calculation'

/**
 * How a condition can compare an answer: by order, by choice, as text, only whether it exists, or all of
 * these.
 */
export type Comparison = 'order' | 'number' | 'choice' | 'choices' | 'text' | 'presence' | 'anything'

/** Content that a report shows beside an answer's text. */
export interface AnswerParts {
  readonly signature?: DrawnSignature
  readonly place?: Position
}

/** A question of an XLSForm from another tool. */
export interface Question {
  /** The cell `type`, in lower case. */
  readonly word: string
  readonly looks: readonly string[]
  readonly parameters: ReadonlyMap<string, string>
}

/** How XLSForm represents a field type. */
export interface XlsformType {
  /** The XLSForm type to write, which other tools understand. */
  readonly type: string
  /** The XLSForm types that are read as this field type. */
  readonly words: readonly string[]
  readonly appearance?: string
  readonly parameters?: Readonly<Record<string, string>>
  /** The name of the choice list for its `answers`. */
  readonly list?: string
  /** Whether a question with another type's XLSForm word is of this type. */
  matches?(question: Question, read: FieldType): boolean
}

/** Everything that differs between field types. One file per type, collected in `registry.ts`. */
export interface FieldKind {
  /** Whether users answer it. A note or calculated field asks nothing and doesn't count toward progress. */
  readonly answerable: boolean
  /** Whether it has a row in the report. A note is only for the surveyor. */
  readonly reported: boolean
  /** Whether its value comes from the template's calculation. */
  readonly computed?: true
  /** The kind of attached files that form the answer in place of a value. */
  readonly files?: FileKind
  /** Which property of `AnswerValue` holds the answer. */
  readonly valueShape: 'value' | 'values' | 'both'
  /** How many of the template's options may be chosen; null for a type without options. */
  readonly chooses: 'one' | 'several' | null
  /** Whether an answer may be copied elsewhere. A copied signature or position would be false. */
  readonly copyable: boolean
  /** Types of one family accept each other's answers when a field changes its type. */
  readonly family: 'text' | 'choice' | 'number' | null
  /** All possible answers with their labels, for types with a fixed list. */
  readonly answers?: () => readonly { readonly value: string; readonly label: string }[]
  readonly properties: readonly OwnProperty[]
  readonly compared: Comparison
  readonly xlsform: XlsformType
  /** Whether its first answer appears beside the name of a collapsed part. */
  readonly hints?: true
  /** Whether guests see it only if the survey's owner shows positions. */
  readonly revealsPlace?: true
  /** Whether an answer may distinguish a part from the others, like 'Unit number'. */
  identifies?(field: TemplateField): boolean
  /** Whether the answer is free text about one place, which is rarely true of another. */
  isFreeNote?(field: TemplateField): boolean
  /** The type's own rule that an answer violates, such as a range; null if valid or empty. */
  problem?(field: TemplateField, given: AnswerWithMedia): Problem | null
  /** The message for a missing mandatory answer, if 'Enter data' doesn't fit. */
  missingProblem?(field: TemplateField): Problem
  /** Content shown beside the answer's text. */
  parts?(given: AnswerValue): AnswerParts
  isMissing(given: AnswerWithMedia): boolean
  /** The answer as shown in a report; '' if empty. */
  asText(given: AnswerWithMedia, field: TemplateField): string
  /** The answer as text without its field: no unit, no option labels. */
  asPlainText(given: AnswerValue): string
  /** The columns that answers fill in exported tables; empty for types without a value. */
  readonly exported: readonly ExportedPart[]
  /** The answer as an expression reads it. */
  node(field: TemplateField, given: AnswerWithMedia): AnswerNode
  clean(field: TemplateField, raw: AnswerValue): Cleaned
  /** Converts a default's text to an answer, before cleaning; null: the type takes no default. */
  readonly fromDefault: ((field: TemplateField, text: string) => Partial<AnswerValue>) | null
  /** An example answer for trying a template. `today`: YYYY-MM-DD. */
  example(field: TemplateField, today: string): AnswerValue
  /** Combines two people's answers without losing either; null if that makes no sense, as for two numbers. */
  readonly combine: ((own: AnswerValue, other: AnswerValue) => AnswerValue) | null
}

/** Defaults for most types: a single value that a user enters. */
export const singleValue = {
  answerable: true,
  reported: true,
  valueShape: 'value',
  chooses: null,
  copyable: true,
  family: null,
  properties: [],
  combine: null,
  isMissing: ({ value }) => value === '',
  asPlainText: ({ value }) => value,
  exported: [textPart],
  node(field, { value }) {
    const text = valueOfOption(field, value.trim())
    return text === '' ? noNode : { text, chosen: [text] }
  },
  fromDefault: (_field, value) => ({ value }),
} as const satisfies Partial<FieldKind>

export function single(value: string, refusal: Refusal | null = null): Cleaned {
  return { given: one(value), refusal }
}

export function one(value: string): AnswerValue {
  return { value, values: [] }
}
