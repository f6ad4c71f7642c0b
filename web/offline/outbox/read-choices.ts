import { omitUndefined } from '#contract/omit-undefined.ts'
import { db, onDevice } from '../store/database.ts'
import { headerIn } from '../store/operation-facts.ts'

export interface ReportChoices {
  readonly checkbox_1: boolean
  readonly checkbox_2: boolean
  readonly show_positions: boolean
  readonly show_internal: boolean
}

/**
 * Returns what the survey's report shows, including unsent changes; null if only the list has the survey, or
 * the user isn't its owner.
 */
export async function readChoices(account: string, survey: string): Promise<ReportChoices | null> {
  const known = await onDevice(() => db.copies.get([account, survey]))
  if (!known || (known.head.my_role ?? 'owner') !== 'owner') return null
  const rows = await onDevice(() => db.outbox.where({ account, survey }).sortBy('seq'))
  const { show_positions = false, show_internal = false, ...boxes } = known.head.checkboxes
  let choices: ReportChoices = { ...boxes, show_positions, show_internal }
  for (const row of rows) {
    const { checkbox_1, checkbox_2, show_positions, show_internal } = headerIn(row)
    choices = { ...choices, ...omitUndefined({ checkbox_1, checkbox_2, show_positions, show_internal }) }
  }
  return choices
}
