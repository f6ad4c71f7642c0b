import { answerHistory } from '#contract/surveys/answer-history.ts'
import { dropdownOptions } from '#contract/surveys/survey-options.ts'
import * as agreed from '#contract/surveys/surveys.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, serveWithReplay } from '#server/http/serve.ts'
import { dropdownOptions as optionsOf } from '#survey/options.ts'
import { openSurvey, openSurveyWith } from '../access.ts'
import { loadWithMedia } from '../load.ts'
import { namesOwnTemplate } from '../policy.ts'
import { queryNamed, readHistory } from './data.ts'
import { namedIds } from './named-answers.ts'
import { presentHistory, presentRecord, presentSaved } from './present.ts'
import { replaySave } from './present-save-result.ts'
import { saveAnswers } from './save.ts'

export const answerRoutes = [
  serveWithReplay(agreed.autoSave, replaySave, async (call) => {
    const { db, account, body } = call
    const sections = body.user_survey_sections_attributes
    const named = queryNamed(db, body.user_survey_id, namedIds(sections))
    const opened = await openSurveyWith(db, account.id, body.user_survey_id, 'add', named)
    if (opened instanceof Failure) return opened
    const { survey, rows } = opened
    if (!namesOwnTemplate(survey, body.survey_template_id)) return fail('survey.partNotFound')
    const saved = await saveAnswers(db, survey, sections, call, rows)
    return saved instanceof Failure ? saved : presentSaved(survey, saved, call.now)
  }),

  serve(dropdownOptions, async ({ db, account, query }) => {
    const row = await openSurvey(db, account.id, query.user_survey_id, 'read')
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
    const survey = await openSurvey(db, account.id, params.id, 'read')
    if (survey instanceof Failure) return survey
    const entries = await readHistory(db, survey.id, query.detail_id)
    return entries ? { data: entries.map(presentHistory) } : fail('survey.partNotFound')
  }),
]
