import { presentListItem } from '../list/present.ts'
import { restorableUntil } from '../policy.ts'
import type { DeletedRow } from './data.ts'

export function presentDeleted(row: DeletedRow) {
  const { id, type, attributes } = presentListItem(row, null)
  // The query returns only deleted surveys.
  const deletedAt = row.deleted_at ?? row.updated_at
  return {
    id,
    type,
    attributes: {
      ...attributes,
      deleted_at: deletedAt.toISOString(),
      restorable_until: restorableUntil(deletedAt).toISOString(),
    },
  }
}
