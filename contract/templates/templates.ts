import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exactly, Id } from '../wire.ts'
import { fieldTypes } from './field-types.ts'

export const TemplateFieldWire = z.object({
  id: Id,
  field_name: z.string(),
  field_type: z.enum(fieldTypes),
  field_options: z.array(z.string()),
  is_mandatory: z.boolean(),
  dynamic_dropdown_type: z.nullable(z.enum(['Building', 'Floor'])),
  /** Answers of this field are what the dropdowns of that type offer. */
  adds_dropdown_type: z.nullable(z.enum(['Building', 'Floor'])),
  is_speech_to_text_required: z.boolean(),
  is_upload_image_video_required: z.boolean(),
  /** What expressions call it: `${field_key}`. */
  field_key: z.optional(z.string()),
  field_hint: z.optional(z.string()),
  field_unit: z.optional(z.string()),
  minimum_value: z.optional(z.number()),
  maximum_value: z.optional(z.number()),
  /** Which answer of a yes_no asks for a reason. */
  reason_required_on: z.optional(z.enum(['Yes', 'No'])),
  /** Expressions in an XPath subset, as XLSForm writes them. */
  show_if: z.optional(z.string()),
  /** Where it is there, it decides in place of `is_mandatory`. */
  required_if: z.optional(z.string()),
  constraint: z.optional(z.string()),
  constraint_message: z.optional(z.string()),
  calculation: z.optional(z.string()),
  /** In the order of `field_options`, which answers are: what people read of each, where that is something else. */
  field_option_labels: z.optional(z.array(z.string())),
  /** In the same order: what expressions see of each, where that is something else. */
  field_option_values: z.optional(z.array(z.string())),
  /** In the same order: further columns, for `choice_filter`. */
  field_option_columns: z.optional(z.array(z.record(z.string(), z.string()))),
  /** Which options are offered: an expression in which a bare name is a column of the option. */
  choice_filter: z.optional(z.string()),
  default_value: z.optional(z.string()),
  /** In its place: worked out once, when a sub-section is begun. */
  default_expression: z.optional(z.string()),
  /** Characters, of a text that may have fewer than any answer. */
  maximum_length: z.optional(z.number()),
  /** Never in what guests get. */
  is_internal: z.optional(z.boolean()),
  /** By language, as `languages` names them; of the options in their order, '' where one is not translated. */
  translations: z.optional(
    z.record(
      z.string(),
      z.object({
        field_name: z.optional(z.string()),
        field_hint: z.optional(z.string()),
        constraint_message: z.optional(z.string()),
        field_options: z.optional(z.array(z.string())),
      }),
    ),
  ),
})

export const TemplateSectionWire = z.object({
  id: Id,
  survey_info_section_name: z.string(),
  section_key: z.optional(z.string()),
  add_similar_section: z.boolean(),
  add_similar_section_text: z.string(),
  copy_from_last_filled: z.boolean(),
  /** The whole section is shown only while this holds. */
  show_if: z.optional(z.string()),
  survey_info_section_fields: z.array(TemplateFieldWire),
  translations: z.optional(
    z.record(
      z.string(),
      z.object({
        survey_info_section_name: z.optional(z.string()),
        add_similar_section_text: z.optional(z.string()),
      }),
    ),
  ),
})

export const TemplateWire = z.object({
  id: Id,
  /** What all versions of a template share. */
  series_id: z.optional(z.string()),
  name: z.string(),
  version: z.number(),
  checkbox_1: z.boolean(),
  checkbox_2: z.boolean(),
  /** BCP 47 tag of what its texts are written in, where its author said, and of what they are translated into. */
  language: z.optional(z.string()),
  languages: z.optional(z.array(z.string())),
  translations: z.optional(z.record(z.string(), z.object({ name: z.optional(z.string()) }))),
  survey_info_section: z.array(TemplateSectionWire),
})

export type TemplateDetail = z.infer<typeof TemplateWire>

export const listTemplates = endpoint({
  name: 'templates.list',
  method: 'GET',
  path: '/bx_block_survey/survey_template/survey_templates',
  summary: 'The newest version of each survey template',
  access: 'surveyor',
  reply: z.object({ survey_templates: z.array(z.object({ id: Id, name: z.string() })) }),
  offline: 'cache',
})

export const templateDetails = endpoint({
  name: 'templates.details',
  method: 'GET',
  path: '/bx_block_survey/survey_template/survey_template_details',
  summary: 'One version of a template: sections and fields',
  access: 'surveyor',
  large: true,
  query: exactly({ survey_template_id: Id }),
  reply: z.object({
    survey_template_details: z.object({
      data: z.object({ id: Id, type: z.string(), attributes: TemplateWire }),
    }),
  }),
  fails: ['template.notFound'],
  offline: 'cache',
})
