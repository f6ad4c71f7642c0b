import { derived } from '../logic/derive.ts'
import type { Survey } from '../survey.ts'
import { later } from './change.ts'

/**
 * What belongs to the survey as a whole and can be changed: its names, its status, its report's four choices, the zone
 * of its days.
 */
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
  const changed = { ...after, lastEdited: later(survey.lastEdited, at) }
  // The moments that calculations know are by the clock of the survey's zone.
  return after.timeZone === survey.timeZone ? changed : derived(changed, survey)
}
