import { derived } from '../logic/derive.ts'
import type { Survey } from '../survey.ts'
import { laterTime } from './change.ts'

/** Editable properties of the survey itself: names, status, report options and time zone. */
export type HeaderChange = Partial<
  Pick<
    Survey,
    'name' | 'owner' | 'status' | 'showMedia' | 'hideEmpty' | 'showPositions' | 'showInternal' | 'timeZone'
  >
>

export function changeHeader(survey: Survey, change: HeaderChange, at: string): Survey {
  const after: Survey = { ...survey, ...change }
  const same =
    after.name === survey.name &&
    after.owner === survey.owner &&
    after.status === survey.status &&
    after.showMedia === survey.showMedia &&
    after.hideEmpty === survey.hideEmpty &&
    after.showPositions === survey.showPositions &&
    after.showInternal === survey.showInternal &&
    after.timeZone === survey.timeZone
  if (same) return survey
  const changed = { ...after, lastEdited: laterTime(survey.lastEdited, at) }
  // Calculations use the survey's time zone.
  return after.timeZone === survey.timeZone ? changed : derived(changed, survey)
}
