import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { plainText } from '../rules/plain-text.ts'
import { fieldTypes } from './field-types.ts'

/** Names and texts of a draft may be empty; publishing requires them. */
const Line = z.string().check(z.overwrite(oneLine), z.maxLength(limits.formLineMax, 'contacts.tooLong'))
const Text = z.string().check(z.overwrite(plainText), z.maxLength(limits.formTextMax, 'contacts.tooLong'))
const Key = z.string().check(z.overwrite(oneLine), z.maxLength(limits.formKeyMax, 'contacts.tooLong'))
const Expression = z
  .string()
  .check(z.overwrite(plainText), z.maxLength(limits.formExpressionMax, 'contacts.tooLong'))
const Place = z.enum(['Building', 'Floor'])
/** A BCP 47 tag (`es`, `pt-BR`), or the name of a language without a tag. */
const LanguageTag = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.maxLength(limits.formKeyMax, 'contacts.tooLong'),
    z.regex(/^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u, 'common.invalid'),
  )

/** Translated texts by language. A missing or empty text falls back to the template's own language. */
function translations<Texts extends z.core.$ZodType>(texts: Texts) {
  return z.optional(
    z
      .record(LanguageTag, texts)
      .check(
        z.refine((all) => Object.keys(all).length <= limits.formLanguagesMax, { error: 'contacts.tooLong' }),
      ),
  )
}

/** Surveyors read the label, answers store the id, and expressions see the value. */
export const FormOption = z.object({
  label: Line,
  /** Stable across versions, so that answers survive a corrected label. Default: the label. */
  id: z.optional(Line),
  /** Default: the id. */
  value: z.optional(Line),
  /** Further columns of an XLSForm's `choices`, which a field's `choiceFilter` compares. */
  columns: z.optional(z.record(Key, Line)),
  /** The label in other languages. Answers, expressions and filters use the option's own label and value. */
  translations: translations(Line),
})

export const FormOptions = z
  .array(z.union([Line, FormOption]))
  .check(z.maxLength(limits.formOptionsMax, 'contacts.tooLong'))

export const FormField = z.object({
  /** Stable across versions: it determines which answers belong to the field. */
  key: Key,
  name: Line,
  type: z.enum(fieldTypes),
  /** The choices of a choice field; of a calculation, labels of its results. */
  options: z.optional(FormOptions),
  /** The name of a list shared by several fields, which have the same options. */
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
  /** In place of `default`: evaluated once, when a sub-section is created. */
  defaultExpression: z.optional(Expression),
  showIf: z.optional(Expression),
  /** The name of a condition in the section's `conditions`, which must hold too. */
  condition: z.optional(Line),
  /** Overrides `mandatory`. */
  requiredIf: z.optional(Expression),
  constraint: z.optional(Expression),
  constraintMessage: z.optional(Text),
  calculation: z.optional(Expression),
  internal: z.optional(z.boolean()),
  translations: translations(
    z.object({ name: z.optional(Line), hint: z.optional(Text), constraintMessage: z.optional(Text) }),
  ),
})

/** Conditions that several fields of a section share. Fields refer to them by name. */
export const SharedConditions = z
  .array(z.object({ name: Line, showIf: Expression }))
  .check(z.maxLength(limits.formConditionsMax, 'contacts.tooLong'))

export const FormSection = z.object({
  key: Key,
  name: Line,
  /** The text of the button that adds another one; without it the section is not repeated. */
  addSimilarText: z.optional(Line),
  copyFromLastFilled: z.optional(z.boolean()),
  /** The whole section, with all its sub-sections, is shown only while this holds. */
  showIf: z.optional(Expression),
  /** Evaluated in each sub-section, for the fields that name them. */
  conditions: z.optional(SharedConditions),
  fields: z.array(FormField).check(z.maxLength(limits.formFieldsMax, 'contacts.tooLong')),
  translations: translations(z.object({ name: z.optional(Line), addSimilarText: z.optional(Line) })),
})

/**
 * A template as edited by its author: the builder's document, the source of versions, and the JSON format of
 * import and export. The engine reads the same shape (`survey/template-source.ts`). Keys never change their
 * meaning: every reader of this `schema` can read every document that names it.
 */
export const FormDocument = z.object({
  schema: z._default(z.literal('fieldbook-form/1'), 'fieldbook-form/1'),
  name: Line,
  description: z.optional(Text),
  category: z.optional(Line),
  /** The name of a picture shipped with the app. */
  picture: z.optional(Key),
  /** The language of its own texts; absent = not declared. */
  language: z.optional(LanguageTag),
  /** The languages it is translated into, in the author's order. Other translations are ignored. */
  languages: z.optional(z.array(LanguageTag).check(z.maxLength(limits.formLanguagesMax, 'contacts.tooLong'))),
  translations: translations(z.object({ name: z.optional(Line), description: z.optional(Text) })),
  sections: z.array(FormSection).check(z.maxLength(limits.formSectionsMax, 'contacts.tooLong')),
})
export type FormDocument = z.output<typeof FormDocument>
