import { headerIn } from '../operations/header-entry.ts'
import { db, onDevice } from '../store/database.ts'

export interface ReportChoices {
  readonly checkbox_1: boolean
  readonly checkbox_2: boolean
  /** Absent: not this account's to choose. */
  readonly show_positions?: boolean
  /** Absent: not this account's to choose. */
  readonly show_internal?: boolean
}

/** What the report of a survey shows, with what was chosen here since; null where only the list knows the survey. */
export async function readChoices(account: string, survey: string): Promise<ReportChoices | null> {
  const known = await onDevice(() => db.copies.get([account, survey]))
  if (!known) return null
  const rows = await onDevice(() => db.outbox.where({ account, survey }).sortBy('seq'))
  const isOwner = (known.head.my_role ?? 'owner') === 'owner'
  let { checkbox_1, checkbox_2, show_positions = false, show_internal = false } = known.head.checkboxes
  for (const row of rows) {
    const chosen = headerIn(row)
    checkbox_1 = chosen.checkbox_1 ?? checkbox_1
    checkbox_2 = chosen.checkbox_2 ?? checkbox_2
    show_positions = chosen.show_positions ?? show_positions
    show_internal = chosen.show_internal ?? show_internal
  }
  return { checkbox_1, checkbox_2, ...(isOwner && { show_positions, show_internal }) }
}
