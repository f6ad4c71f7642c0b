import { onlyPlaceOption } from '#survey/options.ts'
import type { Draft, FieldPlace } from './draft.ts'

/**
 * Fills in the survey's only building and floor with the first edit of a sub-section. Viewing alone answers
 * nothing.
 */
export function chooseOnlyPlaces(draft: Draft, place: FieldPlace): void {
  // The floor depends on the building.
  for (const of of ['Building', 'Floor'] as const) {
    const part = draft.part(place.subSection)
    const only = part && onlyPlaceOption(draft.survey, part, of)
    if (only) draft.type(place, only.answer, { value: only.value, values: [] })
  }
}
