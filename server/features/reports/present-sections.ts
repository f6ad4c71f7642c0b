import type { ShownSection, ShownSubSection } from '#contract/shown-section.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import { forGuests, withoutInternal } from '#survey/for-guests.ts'
import { withAppendix } from '#survey/move/appendix.ts'
import { nameOf, titleOf } from '#survey/numbering.ts'
import type { Section, Survey } from '#survey/survey.ts'
import type { Reader } from './addresses.ts'
import { isGuest } from './policy.ts'
import { presentAnswers } from './present-answers.ts'

/** The report's sections in the names of the survey's own calls. What it leaves out is not in them either. */
export function presentSections(loaded: LoadedSurvey, reader: Reader): ShownSection[] {
  const { survey } = loaded
  const partsOf = presentParts(loaded, reader)
  const sections = withAppendix(shownTo(reader, survey)).sections.map((section) => ({
    id: section.id,
    user_survey_section_name: section.definition.name,
    is_survey_subsection_present: section.subSections.length > 1,
    user_survey_sub_sections: partsOf(section),
  }))
  return survey.hideEmpty
    ? sections.filter((section) => section.user_survey_sub_sections.length > 0)
    : sections
}

/** Those of a section that this reader gets. */
export function presentParts(loaded: LoadedSurvey, reader: Reader): (section: Section) => ShownSubSection[] {
  const answersOf = presentAnswers(loaded, reader)
  return (section) => {
    const parts = section.subSections.map((part) => ({
      id: part.id,
      user_survey_sub_section_name: nameOf(section, part),
      user_survey_sub_section_title: titleOf(part),
      user_survey_sub_section_details: answersOf(part.answers),
    }))
    return loaded.survey.hideEmpty
      ? parts.filter((part) => part.user_survey_sub_section_details.length > 0)
      : parts
  }
}

function shownTo({ holder }: Reader, survey: Survey): Survey {
  if (isGuest(holder)) return forGuests(survey)
  return survey.showInternal ? survey : withoutInternal(survey)
}
