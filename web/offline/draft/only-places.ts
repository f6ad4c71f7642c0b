import { onlyPlace } from '#survey/options.ts'
import type { Draft, FieldPlace } from './draft.ts'

/** With the first word in a part the survey's only building and floor are chosen there: looking at a part answers nothing. */
export function chooseOnlyPlaces(draft: Draft, place: FieldPlace): void {
  // The floor follows from the building.
  for (const of of ['Building', 'Floor'] as const) {
    const part = draft.part(place.subSection)
    const only = part && onlyPlace(draft.survey, part, of)
    if (only) draft.type(place, only.answer, { value: only.value, values: [] })
  }
}
