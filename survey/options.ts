import { chooses } from './fields/registry.ts'
import type { Answer, SubSection, Survey } from './survey.ts'
import type { DropdownOf, TemplateField } from './template.ts'

/**
 * The buildings or floors that this survey has so far, each once, in the order of the survey. With a building only
 * its floors, and those of which nobody said where they are: 'Ground' of two buildings are two floors.
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

/** The options that a choice offers now, in their order. What is chosen and no longer among them stays (`gone`). */
export function offeredOptions({ field, offer }: Answer): readonly string[] {
  return offer?.options ?? field.options
}

/**
 * What is chosen though it is no longer offered, by a filter or by the version that the survey was moved to: kept, and
 * to be put right by a person.
 */
export function gone({ field, offer, value, values }: Answer): readonly string[] {
  const many = chooses(field)
  if (!offer && many === null) return []
  const chosen = many === 'several' ? values : [value]
  const offered = offer?.options ?? field.options
  return chosen.filter((option) => option !== '' && !offered.includes(option))
}

/** The building that is chosen above a field of the same part; '' where none is. */
export function buildingAbove({ answers }: SubSection, answerId: string): string {
  const place = answers.findIndex(({ id }) => id === answerId)
  const above = answers.slice(0, Math.max(0, place)).findLast(namesBuilding)
  return above?.value.trim() ?? ''
}

/** Where a part asks for a building or floor, nobody has chosen one, and there is only one: the answer, and that place. */
export function onlyPlace(
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

/** Whether a part that adds floors stands in this building, as far as it says. */
function isIn(building: string, answers: readonly Answer[]): boolean {
  const own = answers.filter(namesBuilding).map(({ value }) => value.trim())
  return own.every((name) => name === '' || name === building)
}

function namesBuilding({ field, hidden }: Answer): boolean {
  return !hidden && isBuilding(field)
}

/** Whether the answer to a field names a building. */
export function isBuilding({ adds, dropdownOf }: TemplateField): boolean {
  return adds === 'Building' || dropdownOf === 'Building'
}

function given(answer: Answer): readonly string[] {
  return [answer.value.trim(), ...answer.values]
}
