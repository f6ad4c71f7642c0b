import { limits } from '#contract/limits.ts'
import * as agreed from '#contract/surveys/surveys-search.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { namingFieldIds } from '#survey/identity.ts'
import { findSection } from '#survey/navigation.ts'
import { findByLabel, searchFields } from '#survey/search.ts'
import { searchSections } from '#survey/search-sections.ts'
import { everyAnswer } from '#survey/survey.ts'
import { openSurvey } from '../access.ts'
import { loadSurvey, loadWithMedia } from '../load.ts'
import { namesOwnTemplate } from '../policy.ts'
import { answerDetail, presentSection, signerOf } from '../present.ts'
import { presentHit, presentMenu } from './present.ts'

/** The engine searches, so that server and offline devices find the same. */
export const searchRoutes = [
  serve(agreed.sectionNavigation, async ({ db, account, query }) => {
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    const { sections } = await pinnedTemplate(db, row.template_id)
    const survey = await loadSurvey(db, row.id, { fieldIds: sections.flatMap(namingFieldIds) })
    return presentMenu(searchSections(survey, query.search_query))
  }),

  serve(agreed.sectionDetails, async (call) => {
    const { db, account, query } = call
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    const { survey, media } = await loadWithMedia(db, row.id, { sectionId: query.user_survey_section_id })
    const section = findSection(survey, query.user_survey_section_id)
    if (!section) return fail('template.notFound')
    const asked = query.user_survey_sub_section_id
    const whole = presentSection(section, media, signerOf(call))
    if (asked === '') return whole
    const only = whole.data.attributes.user_survey_sub_sections.filter(({ id }) => id === asked)
    if (only.length === 0) return fail('survey.partNotFound')
    return {
      data: { ...whole.data, attributes: { ...whole.data.attributes, user_survey_sub_sections: only } },
    }
  }),

  serve(agreed.reportSearch, async ({ db, account, query }) => {
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    if (!namesOwnTemplate(row, query.survey_template_id)) return fail('template.notFound')
    const survey = await loadSurvey(db, row.id)
    const { hits, total } = searchFields(survey, query.search_query, limits.searchHitsMax)
    return { search_field_details: hits.map(({ name }) => name), meta: { total_count: total } }
  }),

  serve(agreed.searchedField, async ({ db, account, query }) => {
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    if (!namesOwnTemplate(row, query.survey_template_id)) return fail('template.notFound')
    const hit = findByLabel(await loadSurvey(db, row.id), query.searched_field)
    return hit ? presentHit(hit) : fail('search.nothingFound')
  }),

  serve(agreed.mappedField, async (call) => {
    const { db, account, query } = call
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    if (!namesOwnTemplate(row, query.survey_template_id)) return fail('template.notFound')
    const { survey, media } = await loadWithMedia(db, row.id, { sectionId: query.user_survey_section_id })
    const section = findSection(survey, query.user_survey_section_id)
    if (!section) return fail('template.notFound')
    const part = section.subSections.find(({ id }) => id === query.user_survey_sub_section_id)
    const answer = part && everyAnswer(part).find(({ field }) => field.id === query.template_field_id)
    if (!answer) return fail('survey.partNotFound')
    const own = media.filter(({ answerId }) => answerId === answer.id)
    return { data: { survey_field_detail: answerDetail(answer, own, signerOf(call)) } }
  }),
]
