import { type PrefillFacts, prefilledAnswers } from '#survey/prefilled-answers.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { loadSurvey } from './load-survey.ts'

/** Fills in answers of a new survey that are already known, as edits of its creator. */
export async function prefill(account: string, id: string, facts: PrefillFacts): Promise<void> {
  const loaded = await loadSurvey(account, id)
  if (!loaded) return
  const at = new Date().toISOString()
  for (const { section, subSection, answer, value } of prefilledAnswers(loaded.survey, facts)) {
    const place = { survey: id, section: section.id, subSection: subSection.id, answer: answer.id }
    const { name, type } = answer.field
    await recordAnswer(account, {
      ...place,
      name,
      type,
      value,
      values: [],
      at,
      baseRevision: answer.revision,
      copiedFrom: null,
    })
  }
}
