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
  /** Answers of this field are the options of dropdowns of that type. */
  adds_dropdown_type: z.nullable(z.enum(['Building', 'Floor'])),
  is_speech_to_text_required: z.boolean(),
  is_upload_image_video_required: z.boolean(),
  /** Its name in expressions: `${field_key}`. */
  field_key: z.optional(z.string()),
  field_hint: z.optional(z.string()),
  field_unit: z.optional(z.string()),
  minimum_value: z.optional(z.number()),
  maximum_value: z.optional(z.number()),
  /** The answer of a yes_no that requires a reason. */
  reason_required_on: z.optional(z.enum(['Yes', 'No'])),
  /** Expressions in an XPath subset, as XLSForm writes them. */
  show_if: z.optional(z.string()),
  /** If present, overrides `is_mandatory`. */
  required_if: z.optional(z.string()),
  constraint: z.optional(z.string()),
  constraint_message: z.optional(z.string()),
  calculation: z.optional(z.string()),
  /** In the order of `field_options`, which are stored: the displayed labels, if different. */
  field_option_labels: z.optional(z.array(z.string())),
  /** In the same order: the values in expressions, if different. */
  field_option_values: z.optional(z.array(z.string())),
  /** In the same order: further columns, for `choice_filter`. */
  field_option_columns: z.optional(z.array(z.record(z.string(), z.string()))),
  /** Filters the offered options: an expression in which a bare name is a column of the option. */
  choice_filter: z.optional(z.string()),
  default_value: z.optional(z.string()),
  /** In place of `default_value`: evaluated once, when a sub-section is created. */
  default_expression: z.optional(z.string()),
  /** Characters, for a text with a lower limit than other answers. */
  maximum_length: z.optional(z.number()),
  /** Never sent to guests. */
  is_internal: z.optional(z.boolean()),
  /** By language, as named in `languages`; options in their order, '' for an untranslated one. */
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
  /** Shared by all versions of a template. */
  series_id: z.optional(z.string()),
  name: z.string(),
  version: z.number(),
  checkbox_1: z.boolean(),
  checkbox_2: z.boolean(),
  /** BCP 47 tag of its texts' language, if declared, and of its translations. */
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
