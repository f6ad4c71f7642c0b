import { t } from '#contract/messages/translate.ts'
import { isReported } from '../fields/registry.ts'
import { deriveId } from '../ids.ts'
import { type EarlierAnswer, emptySubSection, type Section, type Survey } from '../survey.ts'
import { plainSection, type TemplateSection } from '../template.ts'
import { earlierOf, lineOf } from './earlier-lines.ts'

/**
 * Adds a last section with the answers that have no place in the current version. For reports only: it is not
 * part of the form or the progress.
 */
export function withAppendix(survey: Survey): Survey {
  const earlier = earlierOf(survey).filter(({ answer }) => isReported(answer.field))
  if (earlier.length === 0) return survey
  return { ...survey, sections: [...survey.sections, appendixOf(survey, earlier)] }
}

export function isAppendix(survey: Survey, { id }: Section): boolean {
  return id === appendixId(survey)
}

function appendixId(survey: Survey): string {
  return deriveId(survey.id, 'earlier answers')
}

/** Creates a part for each original part, under its name. */
function appendixOf(survey: Survey, earlier: readonly EarlierAnswer[]): Section {
  const id = appendixId(survey)
  const definition: TemplateSection = {
    id,
    name: t('surveyMoves.earlierAnswers'),
    ...plainSection,
    fields: [],
  }
  const parts = Map.groupBy(earlier, ({ subSectionId, definition: { name } }) => `${subSectionId} ${name}`)
  const subSections = [...parts].map(([key, ofPart]) => {
    const part = emptySubSection(deriveId(id, key), definition)
    const [first] = ofPart
    const line = first && lineOf(survey, first)
    const value = line?.subSection || line?.section || ''
    return { ...part, title: { ...part.title, value }, answers: ofPart.map(({ answer }) => answer) }
  })
  return { id, definition, subSections }
}
