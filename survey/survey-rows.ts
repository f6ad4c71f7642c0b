import type { SurveyRows } from './build-survey.ts'
import type { Survey } from './survey.ts'

/** Converts a survey to stored rows, the inverse of `buildSurvey`, for tests. */
export function rowsOf(survey: Survey): SurveyRows {
  const parts = survey.sections.flatMap((section) => section.subSections.map((part) => ({ section, part })))
  return {
    sections: survey.sections.map(({ id, definition }) => ({ id, templateSectionId: definition.id })),
    subSections: parts.map(({ section, part }) => ({ id: part.id, sectionId: section.id })),
    answers: parts.flatMap(({ part }) =>
      part.answers.map((answer) => ({ ...answer, subSectionId: part.id, fieldId: answer.field.id })),
    ),
    media: [],
  }
}
