import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { exactly, Id, record, SearchText, single } from '../wire.ts'
import { Detail, SectionWire } from './surveys.ts'

/** Some clients send an empty parameter. */
const IdOrEmpty = z._default(z.union([Id, z.literal('')], 'common.invalid'), '')

export const MenuWire = z.object({
  user_survey_sections: z.array(
    z.object({
      id: Id,
      survey_section_name: z.string(),
      user_survey_sub_sections: z.array(
        z.object({
          id: Id,
          /** '<section> 2', by position. */
          survey_sub_section_name: z.string(),
          /** The displayed name besides that: the surveyor's title, else the identity, such as '107'. */
          survey_sub_section_title: z.optional(z.string()),
        }),
      ),
    }),
  ),
})

export const sectionNavigation = endpoint({
  name: 'surveys.navigation',
  method: 'GET',
  path: '/bx_block_survey/users_survey/user_survey_section_navigation',
  summary: 'Sections and sub-sections, or those whose name or title holds the words',
  access: 'surveyor',
  whole: true,
  query: exactly({ user_survey_id: Id, search_query: z._default(SearchText, '') }),
  reply: z.object({ user_survey_navigation_menu: MenuWire }),
  fails: ['survey.notFound'],
  offline: 'cache',
})

export const sectionDetails = endpoint({
  name: 'surveys.section',
  method: 'GET',
  path: '/bx_block_survey/users_survey/user_survey_section_details',
  summary: 'One section of a survey, or one of its sub-sections, with answers and media',
  access: 'surveyor',
  whole: true,
  query: exactly({
    user_survey_section_id: Id,
    user_survey_id: Id,
    user_survey_sub_section_id: IdOrEmpty,
  }),
  reply: single(SectionWire),
  fails: ['survey.notFound', 'template.notFound', 'survey.partNotFound'],
  offline: 'cache',
})

export const reportSearch = endpoint({
  name: 'surveys.reportSearch',
  method: 'GET',
  path: '/bx_block_survey/survey_advanced_search/survey_report_search',
  summary: 'Fields by name or value, as labels such as ‘Room location (in MDF Info)’',
  access: 'surveyor',
  whole: true,
  query: exactly({ survey_template_id: Id, user_survey_id: Id, search_query: z._default(SearchText, '') }),
  reply: z.object({
    search_field_details: z.array(z.string()),
    /** The labels are limited; the count includes all. */
    meta: z.object({ total_count: z.number() }),
  }),
  fails: ['survey.notFound', 'template.notFound'],
  offline: 'cache',
})

export const searchedField = endpoint({
  name: 'surveys.searchedField',
  method: 'GET',
  path: '/bx_block_survey/survey_advanced_search/search_query_survey_details',
  summary: 'Where the field stands that a label or a bare field name means',
  access: 'surveyor',
  whole: true,
  query: exactly({
    searched_field: z
      .string()
      .check(z.overwrite(oneLine), z.maxLength(limits.searchedFieldMax, 'common.invalid')),
    survey_template_id: Id,
    user_survey_id: Id,
  }),
  reply: z.object({
    searched_field_details: z.object({
      data: record(
        z.object({
          user_survey_section_name: z.string(),
          user_survey_section_id: Id,
          user_survey_sub_section_name: z.string(),
          user_survey_sub_section_id: Id,
          user_survey_sub_section_title: z.optional(z.string()),
          user_survey_sub_section_detail_id: Id,
          template_section_id: Id,
          template_field_id: Id,
          field_name: z.string(),
        }),
      ),
    }),
  }),
  fails: ['survey.notFound', 'template.notFound', 'search.nothingFound'],
  offline: 'cache',
})

export const mappedField = endpoint({
  name: 'surveys.mappedField',
  method: 'GET',
  path: '/bx_block_survey/users_survey/template_section_field_user_survey_mapping',
  summary: 'The answer of a survey to one field of its template',
  access: 'surveyor',
  whole: true,
  query: exactly({
    survey_template_id: Id,
    user_survey_id: Id,
    user_survey_section_id: Id,
    user_survey_sub_section_id: Id,
    template_field_id: Id,
  }),
  reply: z.object({ data: z.object({ survey_field_detail: Detail }) }),
  fails: ['survey.notFound', 'template.notFound', 'survey.partNotFound'],
  offline: 'cache',
})
