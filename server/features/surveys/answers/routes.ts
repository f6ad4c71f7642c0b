import { answerHistory } from '#contract/surveys/answer-history.ts'
import { dropdownOptions } from '#contract/surveys/survey-options.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { dropdownOptions as optionsOf } from '#survey/options.ts'
import { openSurvey } from '../access.ts'
import { loadWithMedia } from '../load.ts'
import { readHistory } from './data.ts'
import { presentHistory, presentRecord } from './present.ts'

export const answerRoutes = [
  serve(dropdownOptions, async ({ db, account, query }) => {
    const row = await openSurvey(db, account, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    const { sections } = await pinnedTemplate(db, row.template_id)
    const adding = sections.flatMap(({ fields }) => fields).filter(({ adds }) => adds !== null)
    const { survey } = await loadWithMedia(db, row.id, { fieldIds: adding.map(({ id }) => id) })
    return {
      data: presentRecord(row, survey),
      survey_associated_buildings: [...optionsOf(survey, 'Building')],
      survey_associated_floors: [...optionsOf(survey, 'Floor')],
    }
  }),

  serve(answerHistory, async ({ db, account, params, query }) => {
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    const entries = await readHistory(db, survey.id, query.detail_id)
    return entries ? { data: entries.map(presentHistory) } : fail('survey.partNotFound')
  }),
]
