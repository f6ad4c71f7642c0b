import { chooses } from './fields/registry.ts'
import type { Answer, SubSection, Survey } from './survey.ts'
import type { DropdownOf, TemplateField } from './template.ts'

/**
 * Returns the survey's buildings or floors, each once, in survey order. With a building, only its floors and
 * floors without a building: 'Ground' in two buildings are two floors.
 */
export function dropdownOptions(survey: Survey, of: DropdownOf, building = ''): readonly string[] {
  const names = new Set<string>()
  for (const section of survey.sections) {
    if (!section.definition.fields.some(({ adds }) => adds === of)) continue
    for (const { answers } of section.subSections) {
      if (of === 'Floor' && building !== '' && !isIn(building, answers)) continue
      for (const answer of answers)
        if (answer.field.adds === of && !answer.hidden) for (const name of given(answer)) names.add(name)
    }
  }
  names.delete('')
  return [...names]
}

/**
 * Returns the options that a choice currently offers. A chosen option that is no longer offered stays
 * (`unavailableChoices`).
 */
export function offeredOptions({ field, offer }: Answer): readonly string[] {
  return offer?.options ?? field.options
}

/**
 * Returns chosen options that are no longer offered, because of a filter or a moved version. They stay until
 * the user corrects them.
 */
export function unavailableChoices({ field, offer, value, values }: Answer): readonly string[] {
  const many = chooses(field)
  if (!offer && many === null) return []
  const chosen = many === 'several' ? values : [value]
  const offered = offer?.options ?? field.options
  return chosen.filter((option) => option !== '' && !offered.includes(option))
}

/** Returns the building chosen above a field in the same part; '' = none. */
export function buildingAbove({ answers }: SubSection, answerId: string): string {
  const place = answers.findIndex(({ id }) => id === answerId)
  const above = answers.slice(0, Math.max(0, place)).findLast(namesBuilding)
  return above?.value.trim() ?? ''
}

/**
 * Returns the unanswered building or floor field of a part and the only possible value; null if there is no
 * such field or several values.
 */
export function onlyPlaceOption(
  survey: Survey,
  part: SubSection,
  of: DropdownOf,
): { readonly answer: Answer; readonly value: string } | null {
  const answer = part.answers.find(({ field, hidden }) => !hidden && field.dropdownOf === of)
  if (answer?.value !== '' || answer.editedAt !== null) return null
  const building = of === 'Floor' ? buildingAbove(part, answer.id) : ''
  const [value, ...others] = dropdownOptions(survey, of, building)
  return value !== undefined && others.length === 0 ? { answer, value } : null
}

/** Whether a part with floors is in this building or names none. */
function isIn(building: string, answers: readonly Answer[]): boolean {
  const own = answers.filter(namesBuilding).map(({ value }) => value.trim())
  return own.every((name) => name === '' || name === building)
}

function namesBuilding({ field, hidden }: Answer): boolean {
  return !hidden && isBuilding(field)
}

/** Whether the field's answer names a building. */
export function isBuilding({ adds, dropdownOf }: TemplateField): boolean {
  return adds === 'Building' || dropdownOf === 'Building'
}

function given(answer: Answer): readonly string[] {
  return [answer.value.trim(), ...answer.values]
}
