import { onlyBuilding } from '#survey/options.ts'
import type { Draft, FieldPlace } from './draft.ts'

/** With the first word in a part the survey's only building is chosen there: looking at a part answers nothing. */
export function chooseOnlyBuilding(draft: Draft, place: FieldPlace): void {
  const part = draft.part(place.subSection)
  const only = part && onlyBuilding(draft.survey, part)
  if (only) draft.type(place, only.answer, { value: only.value, values: [] })
}
