import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import type { ListDetails } from '../list/list-details.ts'
import { presentListItem } from '../list/present.ts'
import type { listQueue } from './data.ts'

type Row = Awaited<ReturnType<typeof listQueue>>[number]

export function presentQueued(row: Row, changed: ChangedSinceSubmission | null, about?: ListDetails) {
  const { id, type, attributes } = presentListItem(row, changed, about)
  const submitted_at = (row.submitted_at ?? row.updated_at).toISOString()
  return { id, type, attributes: { ...attributes, owner_id: row.account_id, submitted_at } }
}
