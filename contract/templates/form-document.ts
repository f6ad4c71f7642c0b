import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { plainText } from '../rules/plain-text.ts'
import { fieldTypes } from './field-types.ts'

/** Names and texts of a draft may still be empty; publishing asks for what is missing. */
const Line = z.string().check(z.overwrite(oneLine), z.maxLength(limits.formLineMax, 'contacts.tooLong'))
const Text = z.string().check(z.overwrite(plainText), z.maxLength(limits.formTextMax, 'contacts.tooLong'))
const Key = z.string().check(z.overwrite(oneLine), z.maxLength(limits.formKeyMax, 'contacts.tooLong'))
const Expression = z
  .string()
  .check(z.overwrite(plainText), z.maxLength(limits.formExpressionMax, 'contacts.tooLong'))
const Place = z.enum(['Building', 'Floor'])
/** A BCP 47 tag (`es`, `pt-BR`); of a language that has none, its name. */
const LanguageTag = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.maxLength(limits.formKeyMax, 'contacts.tooLong'),
    z.regex(/^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u, 'common.invalid'),
  )

/** What stands in place of some texts, by language. A text that is missing or empty is read in the template's own. */
function translations<Texts extends z.core.$ZodType>(texts: Texts) {
  return z.optional(
    z
      .record(LanguageTag, texts)
      .check(
        z.refine((all) => Object.keys(all).length <= limits.formLanguagesMax, { error: 'contacts.tooLong' }),
      ),
  )
}

/** A surveyor reads the label; answers are stored as the id, and expressions see the value. */
export const FormOption = z.object({
  label: Line,
  /** Never changes between versions, so that answers follow an option whose label is corrected. Default: the label. */
  id: z.optional(Line),
  /** Default: the id. */
  value: z.optional(Line),
  /** Further columns of an XLSForm's `choices`, which a field's `choiceFilter` compares. */
  columns: z.optional(z.record(Key, Line)),
  /** The label in other languages. Answers, expressions and filters mean the option by its own label and value. */
  translations: translations(Line),
})

export const FormField = z.object({
  /** Never changes between versions: whose answer is whose follows from it. */
  key: Key,
  name: Line,
  type: z.enum(fieldTypes),
  options: z.optional(
    z.array(z.union([Line, FormOption])).check(z.maxLength(limits.formOptionsMax, 'contacts.tooLong')),
  ),
  /** The name of a list that several fields share: those that name it hold the same options. */
  list: z.optional(Line),
  choiceFilter: z.optional(Expression),
  mandatory: z.optional(z.boolean()),
  dropdownOf: z.optional(Place),
  adds: z.optional(Place),
  dictation: z.optional(z.boolean()),
  media: z.optional(z.boolean()),
  hint: z.optional(Text),
  unit: z.optional(Line),
  maxLength: z.optional(z.int().check(z.gte(1), z.lte(limits.answerMax))),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  reasonOn: z.optional(z.enum(['Yes', 'No'])),
  default: z.optional(Text),
  /** In place of `default`: worked out once, when a sub-section is begun. */
  defaultExpression: z.optional(Expression),
  showIf: z.optional(Expression),
  /** Decides in place of `mandatory`. */
  requiredIf: z.optional(Expression),
  constraint: z.optional(Expression),
  constraintMessage: z.optional(Text),
  calculation: z.optional(Expression),
  internal: z.optional(z.boolean()),
  translations: translations(
    z.object({ name: z.optional(Line), hint: z.optional(Text), constraintMessage: z.optional(Text) }),
  ),
})

export const FormSection = z.object({
  key: Key,
  name: Line,
  /** The text of the button that adds another one; without it the section is not repeated. */
  addSimilarText: z.optional(Line),
  copyFromLastFilled: z.optional(z.boolean()),
  /** The whole section, with all its sub-sections, is shown only while this holds. */
  showIf: z.optional(Expression),
  fields: z.array(FormField).check(z.maxLength(limits.formFieldsMax, 'contacts.tooLong')),
  translations: translations(z.object({ name: z.optional(Line), addSimilarText: z.optional(Line) })),
})

/**
 * A template as a person writes it: what the builder edits, what a version is made from, and what leaves and enters as
 * JSON. The engine reads the same shape (`survey/template-source.ts`). Keys keep their meaning for good: a reader of
 * this `schema` reads every document that names it.
 */
export const FormDocument = z.object({
  schema: z._default(z.literal('fieldbook-form/1'), 'fieldbook-form/1'),
  name: Line,
  description: z.optional(Text),
  category: z.optional(Line),
  /** The name of one of the pictures that ship with the app. */
  picture: z.optional(Key),
  /** What its own texts are written in; without it nobody said. */
  language: z.optional(LanguageTag),
  /** What it is translated into, in the author's order. Translations into others are not read. */
  languages: z.optional(z.array(LanguageTag).check(z.maxLength(limits.formLanguagesMax, 'contacts.tooLong'))),
  translations: translations(z.object({ name: z.optional(Line), description: z.optional(Text) })),
  sections: z.array(FormSection).check(z.maxLength(limits.formSectionsMax, 'contacts.tooLong')),
})
export type FormDocument = z.output<typeof FormDocument>
