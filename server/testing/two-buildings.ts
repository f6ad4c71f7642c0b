import { addSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from './make.ts'
import { allMandatory, readSurvey, save, sectionNamed, startSurvey } from './surveys.ts'

export const westWing = {
  in: 'Building',
  index: 1,
  field: 'Building name',
  field_value: 'West wing',
} as const

/** Creates a survey with all mandatory fields and a second, named building. */
export async function twoBuildings(owner: MadeAccount): Promise<SurveyDetail> {
  const survey = await startSurvey(owner)
  await save(owner, survey, allMandatory)
  const section = sectionNamed(survey, 'Building').id
  await owner.api.call(addSimilar, { body: { user_survey_id: survey.id, user_survey_section_id: section } })
  await save(owner, await readSurvey(owner, survey.id), [westWing])
  return readSurvey(owner, survey.id)
}
