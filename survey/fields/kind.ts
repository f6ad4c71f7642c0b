import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/translate.ts'
import type { FieldType } from '#contract/templates/field-types.ts'
import { type AnswerNode, noNode } from '../logic/value.ts'
import { valueOfOption } from '../option-values.ts'
import type { TemplateField } from '../template.ts'
import type { Position } from './position.ts'
import type { DrawnSignature } from './signature.ts'

/** What a person gave: `values` for a checkbox, `value` for most other types, both for some. */
export interface AnswerValue {
  readonly value: string
  readonly values: readonly string[]
}

export type FileKind = 'photo' | 'video'

/** An answer with the photos and videos attached to it. */
export interface HeldAnswer extends AnswerValue {
  readonly media?: readonly { readonly kind: FileKind }[]
}

/** Why something was not accepted as it came. The sentence for it is in the catalogue. */
export type Refusal =
  | 'not-a-number'
  | 'not-an-option'
  | 'too-long'
  | 'not-a-date'
  | 'not-a-time'
  | 'not-readable'

export interface Cleaned {
  /** What can be kept (the text up to its limit); null where nothing can, as of what is no number. */
  readonly given: AnswerValue | null
  /** null where all of it was accepted. A device keeps `given` and says so; the server refuses. */
  readonly refusal: Refusal | null
}

/** A rule that an answer breaks. It is kept all the same; only the survey cannot be submitted with it. */
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

/** What a condition can ask of an answer: its order, one of a list, its letters, only whether it is there, or all that. */
export type Comparison = 'order' | 'number' | 'choice' | 'choices' | 'text' | 'presence' | 'anything'

/** What a report draws beside an answer's text. */
export interface AnswerParts {
  readonly signature?: DrawnSignature
  readonly place?: Position
}

/** A question of an XLSForm as other tools write it. */
export interface Question {
  /** The cell `type`, in small letters. */
  readonly word: string
  readonly looks: readonly string[]
  readonly parameters: ReadonlyMap<string, string>
}

/** A field type as an XLSForm has it. */
export interface OnPaper {
  /** What other tools would read it as. */
  readonly type: string
  /** The words that are read as this type. */
  readonly words: readonly string[]
  readonly appearance?: string
  readonly parameters?: Readonly<Record<string, string>>
  /** What the list of its `answers` is called. */
  readonly list?: string
  /** Whether a question that other tools know by the word of another type is meant as this one. */
  isMeant?(question: Question, read: FieldType): boolean
}

/** All that differs between field types. One file per type, gathered in `registry.ts`. */
export interface FieldKind {
  /** Whether a person gives its answer: a note and a calculated field ask nothing and count for no progress. */
  readonly answerable: boolean
  /** Whether it has a row in the report. A note speaks to the surveyor only. */
  readonly reported: boolean
  /** Whether its value is worked out from the template's calculation. */
  readonly computed?: true
  /** The answer is the files of this kind attached to it, and no value. */
  readonly files?: FileKind
  /** Which half of `Given` carries its answer. */
  readonly speaksBy: 'value' | 'values' | 'both'
  /** How many of the options that the template lists may be chosen; null where it lists none. */
  readonly chooses: 'one' | 'several' | null
  /** Whether an answer may be copied to another place. Of a signature or a position a copy would be untrue. */
  readonly copyable: boolean
  /** Types of one family take each other's answers when a template's field changes its type. */
  readonly family: 'text' | 'choice' | 'number' | null
  /** Every answer that there is with its words, where the type itself has a list of them. */
  readonly answers?: () => readonly { readonly value: string; readonly label: string }[]
  readonly properties: readonly OwnProperty[]
  readonly compared: Comparison
  readonly onPaper: OnPaper
  /** Whether its first answer is shown beside the name of a part that is closed. */
  readonly hints?: true
  /** Whether guests get it only where the survey's owner shows positions. */
  readonly tellsPlace?: true
  /** Whether an answer may be what tells a part from the others, as 'Unit number' does. */
  identifies?(field: TemplateField): boolean
  /** Somebody's own words about one place: of another place they are hardly ever true. */
  isFreeNote?(field: TemplateField): boolean
  /** The rule of its own that an answer breaks, such as a range; null where all is well or nothing was given. */
  problem?(field: TemplateField, given: HeldAnswer): Problem | null
  /** The sentence for a mandatory answer that is missing, where 'Enter data' does not fit. */
  asksFor?(field: TemplateField): Problem
  /** What is drawn beside the text of an answer. */
  parts?(given: AnswerValue): AnswerParts
  isMissing(given: HeldAnswer): boolean
  /** The answer as a report shows it; '' where nothing was given. */
  asText(given: HeldAnswer, field: TemplateField): string
  /** The same where the field is not at hand: without unit and without the words of its options. */
  asPlainText(given: AnswerValue): string
  /** The answer as an expression sees it. */
  node(field: TemplateField, given: HeldAnswer): AnswerNode
  clean(field: TemplateField, raw: AnswerValue): Cleaned
  /** What the text of a default gives, before it is cleaned; null: the type takes no default. */
  readonly fromDefault: ((field: TemplateField, text: string) => Partial<AnswerValue>) | null
  /** An answer to try a template with. `today`: YYYY-MM-DD. */
  example(field: TemplateField, today: string): AnswerValue
  /** Two answers of two people as one that keeps all of both; null where that says nothing, as of two numbers. */
  readonly both: ((own: AnswerValue, other: AnswerValue) => AnswerValue) | null
}

/** What most types have in common: one value that a person gives. */
export const singleValue = {
  answerable: true,
  reported: true,
  speaksBy: 'value',
  chooses: null,
  copyable: true,
  family: null,
  properties: [],
  both: null,
  isMissing: ({ value }) => value === '',
  asPlainText: ({ value }) => value,
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
