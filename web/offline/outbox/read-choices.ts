import { db, onDevice } from '../store/database.ts'
import { headerIn } from './header-entry.ts'

/** What the report of a survey shows, with what was chosen here since; null where only the list knows the survey. */
export async function readChoices(
  account: string,
  survey: string,
): Promise<{ checkbox_1: boolean; checkbox_2: boolean } | null> {
  const known = await onDevice(() => db.surveys.get([account, survey]))
  if (!known) return null
  const rows = await onDevice(() => db.outbox.where({ account, survey }).sortBy('seq'))
  let { checkbox_1, checkbox_2 } = known.head.checkboxes
  for (const row of rows) {
    const chosen = headerIn(row)
    checkbox_1 = chosen.checkbox_1 ?? checkbox_1
    checkbox_2 = chosen.checkbox_2 ?? checkbox_2
  }
  return { checkbox_1, checkbox_2 }
}
