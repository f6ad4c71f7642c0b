import type { Answer, Survey } from './survey.ts'
import type { DropdownOf } from './template.ts'

/** The buildings or floors that this survey has so far, each once, in the order of the survey. */
export function dropdownOptions(survey: Survey, of: DropdownOf): readonly string[] {
  const names = new Set<string>()
  for (const section of survey.sections) {
    if (!section.definition.fields.some(({ adds }) => adds === of)) continue
    for (const { answers } of section.subSections) {
      for (const answer of answers)
        if (answer.field.adds === of && !answer.hidden) for (const name of given(answer)) names.add(name)
    }
  }
  names.delete('')
  return [...names]
}

function given(answer: Answer): readonly string[] {
  return [answer.value.trim(), ...answer.values]
}
