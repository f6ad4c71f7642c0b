import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { FirstPhoto, MediaItem } from '../media/media-item.ts'
import { PlanItem } from '../media/plan-item.ts'
import { FilterDate, TimeZone } from '../rules/date-range.ts'
import { ownerName, surveyName } from '../rules/survey-names.ts'
import { changedChoices, ReportChoices } from '../sharing/report-choices.ts'
import { countParam, Done, exactly, Id, Instant, ListMeta, record, SearchText, single } from '../wire.ts'
import { changedOnWire } from './changed-since-submission.ts'
import { EarlierAnswer } from './earlier-answer.ts'
import { Review, ReviewState } from './review-on-wire.ts'
import { SurveyCreation } from './survey-creation.ts'
import { chosenZone, zoneOnWire } from './survey-zone.ts'

export const Status = z.enum(['Started', 'Completed'])

/** Roles on a survey: the owner may do everything, an editor fills it, a viewer reads it. */
export const SurveyRole = z.enum(['owner', 'editor', 'viewer'])
export type SurveyRole = z.infer<typeof SurveyRole>

/** Numeric answers may be sent as numbers. */
const AnswerText = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.maxLength(limits.answerMax, 'surveys.answerTooLong')),
)
const AnswerList = z
  .array(z.string().check(z.maxLength(500, 'surveys.answerTooLong')))
  .check(z.maxLength(limits.optionsMax, 'surveys.badAnswer'))

export const Detail = z.object({
  id: Id,
  template_field_id: Id,
  field_name: z.string(),
  field_type: z.string(),
  field_value: z.string(),
  field_value_multiple: z.array(z.string()),
  field_options: z.array(z.string()),
  revision: z.number(),
  edited_at: z.nullable(z.string()),
  photos: z.array(MediaItem),
  videos: z.array(MediaItem),
  /** The sub-section that the value was copied from, until it is reviewed. */
  copied_from: z.optional(z.nullable(Id)),
})
export const SubSectionWire = z.object({
  id: Id,
  /** '<section> 2', by position. */
  user_survey_sub_section_name: z.string(),
  /** The surveyor's title. It is saved like an answer, under the id of its detail. */
  user_survey_sub_section_title: z.optional(z.string()),
  user_survey_sub_section_title_detail: z.optional(
    z.object({ id: Id, revision: z.number(), edited_at: z.nullable(z.string()) }),
  ),
  user_survey_sub_section_details: z.array(Detail),
})
export const SectionWire = z.object({
  id: Id,
  template_section_id: Id,
  user_survey_section_name: z.string(),
  is_survey_subsection_present: z.boolean(),
  user_survey_sub_sections: z.array(SubSectionWire),
})
export const SurveyWire = z.object({
  id: Id,
  survey_template_id: Id,
  survey_name: z.string(),
  date_created: z.string(),
  last_edited: z.string(),
  created_by: z.string(),
  owner: z.string(),
  progress: z.string(),
  status: Status,
  checkboxes: ReportChoices,
  user_survey_sections: z.array(SectionWire),
  /** Floor plans in the order of adding; absent in a device's older copy. */
  plans: z.optional(z.array(PlanItem)),
  /** The caller's role; absent in a device's older copy, which is the owner's. */
  my_role: z.optional(SurveyRole),
  /** The caller may send it back and accept it. */
  may_review: z.optional(z.boolean()),
  /** Absent = never reviewed, or changed since it was accepted. */
  review: z.optional(Review),
  /** Absent = the survey has none. */
  earlier_answers: z.optional(z.array(EarlierAnswer)),
  /** Earlier versions, which older addresses contain; absent = never moved. */
  earlier_survey_template_ids: z.optional(z.array(Id)),
  ...{ ...changedOnWire, ...zoneOnWire },
})
export type SurveyDetail = z.infer<typeof SurveyWire>

export const ListItem = z.object({
  survey_name: z.string(),
  date_created: z.string(),
  last_edited: z.string(),
  created_by: z.string(),
  owner: z.string(),
  progress: z.string(),
  status: Status,
  survey_template_id: Id,
  my_role: z.optional(SurveyRole),
  /** Name of the survey's version, in the user's language. */
  survey_template_name: z.optional(z.string()),
  /** The answer to the template's field `address`; '' = none. */
  address: z.optional(z.string()),
  /** The last review; absent in a device's older copy. */
  review_state: z.optional(z.nullable(ReviewState)),
  /** A thumbnail of the survey's oldest displayed photo; null = none. Absent in a device's older copy. */
  first_photo: z.optional(z.nullable(FirstPhoto)),
  ...{ ...changedOnWire, ...zoneOnWire },
})

const Revision = z.number().check(z.int(), z.nonnegative(), z.maximum(limits.revisionMax))

/**
 * One answer as a device sends it. `edited_at` is the device's clock, `base_revision` the revision it had
 * read; an echoed detail has its `revision` instead. An unchanged value of that revision is not an edit,
 * unless `edited` is set.
 */
export const SavedAnswer = z.object({
  id: Id,
  field_name: z.optional(z.string().check(z.maxLength(500))),
  field_value: z.optional(z.nullable(AnswerText)),
  field_value_multiple: z.optional(z.nullable(AnswerList)),
  field_options: z.optional(z.nullable(AnswerList)),
  edited_at: z.optional(z.nullable(Instant)),
  base_revision: z.optional(z.nullable(Revision)),
  revision: z.optional(z.nullable(Revision)),
  copied_from: z.optional(z.nullable(Id)),
  edited: z.optional(z.nullable(z.boolean())),
})
const SavedSection = z.object({
  id: Id,
  user_survey_section_name: z.optional(z.string().check(z.maxLength(500))),
  user_survey_sub_sections_attributes: z._default(
    z
      .array(
        z.object({
          id: Id,
          user_survey_sub_section_name: z.optional(z.string().check(z.maxLength(500))),
          user_survey_sub_section_details_attributes: z._default(
            z.array(SavedAnswer).check(z.maxLength(limits.savedAnswersMax, 'common.tooLarge')),
            [],
          ),
        }),
      )
      .check(z.maxLength(limits.subSectionsMax, 'common.tooLarge')),
    [],
  ),
})
const SavedSections = z.array(SavedSection).check(z.maxLength(100, 'common.tooLarge'))
export type SavedSections = z.output<typeof SavedSections>
export type SavedAnswer = z.output<typeof SavedAnswer>

/** Values that conflicted with others'. */
export const Conflicts = z.array(
  z.object({
    id: Id,
    field_value: z.string(),
    field_value_multiple: z.array(z.string()),
    revision: z.number(),
    /** Author and time of that value; '' and null if unknown. */
    edited_by: z.optional(z.string()),
    edited_at: z.optional(z.nullable(z.string())),
  }),
)

/** A former owner only adds to the survey and always gets the same empty reply. */
const Saved = z.object({
  ...changedOnWire,
  last_edited: z.string(),
  progress: z.string(),
  /**
   * With the revision to use as the next base. If another user's equal value is stored, this is the sender's
   * own base, because later typing was not based on that value.
   */
  saved: z.array(z.object({ id: Id, revision: z.number() })),
  /**
   * Another user's conflicting value with its revision: the stored one, or, if the answer is also in `saved`,
   * the replaced one.
   */
  conflicts: Conflicts,
  /** Ids of answers whose sub-section is deleted; their values are stored as recovered answers. */
  recovered: z.array(Id),
})

export const listSurveys = endpoint({
  name: 'surveys.list',
  method: 'GET',
  path: '/bx_block_survey/users_survey',
  summary: 'The account’s surveys, newest first',
  access: 'surveyor',
  query: exactly({
    per_page: countParam(limits.listPageSize, 1, limits.listPageSizeMax),
    page: countParam(1, 1, 1_000_000),
    search_query: z._default(SearchText, ''),
    start_date: z.optional(FilterDate),
    end_date: z.optional(FilterDate),
    time_zone: z._default(TimeZone, 'UTC'),
    /** `edited`: the last edited first, for the list on screen and for devices looking for changes. */
    order: z._default(z.enum(['created', 'edited']), 'created'),
    /** For programs that copy surveys elsewhere: edited at this time or later. */
    edited_since: z.optional(Instant),
    status: z.optional(z.enum(Status.options, 'common.invalid')),
    /** The id of any of a template's versions. */
    survey_template_id: z.optional(Id),
  }),
  reply: z.object({
    data: z.array(record(ListItem)),
    /** `owned_count`: the account's own among them. A device with another number must read them again. */
    meta: z.extend(ListMeta, { owned_count: z.optional(z.number()) }),
  }),
  offline: 'cache',
})

export const createSurvey = endpoint({
  name: 'surveys.create',
  method: 'POST',
  path: '/bx_block_survey/users_survey',
  summary: 'Start a survey from a template',
  access: 'surveyor',
  collects: true,
  whole: true,
  body: SurveyCreation,
  reply: single(SurveyWire),
  status: 201,
  fails: ['template.notFound', 'id.taken', 'key.limited'],
  offline: 'queue',
})

export const surveyDetail = endpoint({
  name: 'surveys.detail',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}',
  summary: 'A whole survey with its answers and media',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  reply: single(SurveyWire),
  fails: ['survey.notFound'],
  offline: 'cache',
})

export const deleteSurvey = endpoint({
  name: 'surveys.delete',
  method: 'DELETE',
  path: '/bx_block_survey/users_survey/{id}',
  summary: 'Hide a survey; it can be restored for 30 days',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['survey.ownerOnly', 'survey.notFound'],
  offline: 'queue',
})

export const restoreSurvey = endpoint({
  name: 'surveys.restore',
  method: 'POST',
  path: '/bx_block_survey/users_survey/{id}/restore',
  summary: 'Bring a deleted survey back',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  reply: single(SurveyWire),
  fails: ['survey.ownerOnly', 'survey.notFound', 'survey.restoreTooLate'],
  offline: 'queue',
})

/** Save ('Started') or Submit ('Completed'); only this call changes the status (decisions §2). */
export const submitSurvey = endpoint({
  name: 'surveys.submit',
  method: 'PATCH',
  path: '/bx_block_survey/users_survey/{id}',
  summary: 'Save or submit a survey, rename it, choose what its report shows',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  body: z.object({
    user_survey_id: z.optional(Id),
    survey_name: z.optional(surveyName),
    owner_name: z.optional(ownerName),
    status: z.optional(Status),
    ...chosenZone,
    ...changedChoices,
    /** The same in the form of the detail. */
    checkboxes: z.optional(z.object(changedChoices)),
    user_survey_sections_attributes: z.optional(SavedSections),
  }),
  reply: single(SurveyWire),
  fails: [
    'survey.handedOver',
    'survey.readOnly',
    'survey.notFound',
    'survey.partNotFound',
    'survey.mandatoryMissing',
    'survey.rulesBroken',
    'survey.badAnswer',
    'survey.tooLarge',
  ],
  bodyBytes: limits.jsonBodyBytes,
  offline: 'queue',
})

export const autoSave = endpoint({
  name: 'surveys.autoSave',
  method: 'PUT',
  path: '/bx_block_survey/users_survey/auto_save_survey_details',
  summary: 'Save the named answers, merged by field',
  access: 'surveyor',
  collects: true,
  body: z.object({
    user_survey_id: Id,
    survey_template_id: z.optional(Id),
    survey_name: z.optional(z.string().check(z.maxLength(500))),
    user_survey_sections_attributes: SavedSections,
  }),
  reply: single(Saved),
  fails: ['survey.readOnly', 'survey.notFound', 'survey.partNotFound', 'survey.badAnswer', 'survey.tooLarge'],
  bodyBytes: limits.jsonBodyBytes,
  offline: 'queue',
})

export const addSimilar = endpoint({
  name: 'surveys.addSimilar',
  method: 'POST',
  path: '/bx_block_survey/users_survey/add_similar_section_details',
  summary: 'Add a sub-section like the others of its section',
  access: 'surveyor',
  collects: true,
  whole: true,
  body: z.object({
    /** The new sub-section's id, if the device created it. */
    id: z.optional(Id),
    survey_template_id: z.optional(Id),
    user_survey_id: Id,
    user_survey_section_id: Id,
    /** It existed before the server was restored: skip the check of its neighbors, made when it was added. */
    again: z.optional(z.boolean()),
    /** The reply may omit the section's other sub-sections, because the caller has them. */
    only_new: z.optional(z.boolean()),
    user_survey_sections_attributes: z.optional(SavedSections),
  }),
  reply: single(
    z.extend(SectionWire, {
      /**
       * The reply contains only the new sub-section. `partsDigest` of all the section's sub-sections: a
       * caller with others must read the survey again. Absent = all are included.
       */
      sub_sections_digest: z.optional(z.string()),
    }),
  ),
  status: 201,
  fails: [
    'survey.readOnly',
    'survey.notFound',
    'survey.partNotFound',
    'survey.notRepeatable',
    'survey.tooManySubSections',
    'survey.mandatoryMissing',
    'survey.badAnswer',
    'survey.tooLarge',
    'id.taken',
  ],
  bodyBytes: limits.jsonBodyBytes,
  offline: 'queue',
})

export const removeSimilar = endpoint({
  name: 'surveys.removeSimilar',
  method: 'DELETE',
  path: '/bx_block_survey/users_survey/remove_similar_section_details',
  summary: 'Delete a repeated sub-section',
  access: 'surveyor',
  whole: true,
  query: exactly({
    survey_template_id: z.optional(Id),
    user_survey_id: Id,
    user_survey_section_id: Id,
    user_survey_sub_section_id: Id,
    /**
     * The device's revisions of its title and answers, in order. Values that others entered since, which the
     * caller has not seen, are stored as recovered answers, as if they had arrived afterwards.
     */
    seen_revisions: z.optional(
      z
        .string()
        .check(
          z.regex(/^\d{1,9}(,\d{1,9})*$/, 'common.invalid'),
          z.maxLength(limits.seenRevisionsMax, 'common.tooLarge'),
        ),
    ),
  }),
  reply: single(SectionWire),
  fails: ['survey.readOnly', 'survey.notFound', 'survey.partNotFound', 'survey.lastSubSection'],
  offline: 'queue',
})
