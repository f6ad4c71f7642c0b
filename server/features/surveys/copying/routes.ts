import { copyData } from '#contract/surveys/surveys-copy.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { lastFilled } from '#survey/edit/copy-from-last.ts'
import { findSection } from '#survey/navigation.ts'
import { openSurvey } from '../access.ts'
import { loadWithMedia } from '../load.ts'
import { presentSubSection, signerOf } from '../present.ts'

/** Returns the source. The device displays what it fills in and makes the copy with its next save. */
export const copyingRoutes = [
  serve(copyData, async (call) => {
    const { db, account, query } = call
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    const { survey, media } = await loadWithMedia(db, row.id, { sectionId: query.user_survey_section_id })
    const section = findSection(survey, query.user_survey_section_id)
    const target = section?.subSections.find(({ id }) => id === query.user_survey_sub_section_id)
    if (!section || !target) return fail('survey.partNotFound')
    const source = section.definition.copyFromLastFilled ? lastFilled(section, target.id) : undefined
    if (!source) return fail('survey.nothingToCopy')
    return presentSubSection(section, source, media, signerOf(call))
  }),
]
