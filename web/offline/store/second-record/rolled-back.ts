import { applyChanges, type Change, changeKey, putRow, type Rows, rowsOf } from './recorded-rows.ts'

/**
 * Finds recorded work that the store lost because its files are older than the record, e.g. after a power
 * failure. Only changes after the store's last transaction (`commit`) count. Earlier removals are not undone,
 * even if the browser was killed before the record knew.
 */
export function findRolledBack(record: Rows, found: Rows, commit: number): Rows {
  const later: Rows = new Map(
    [...record].filter(([, change]) => change.commit !== undefined && change.commit > commit),
  )
  const isMissing = (change: Change) => !found.has(changeKey(change))
  const missing = rowsOf(later, 'outbox').filter((row) => isMissing(putRow('outbox', row)))
  const entries = new Set([...missing, ...rowsOf(found, 'outbox')].map(({ id }) => id))
  const uploads = new Set(missing.map(({ id }) => id))
  const stored = new Map(rowsOf(found, 'answers').map((row) => [`${row.account} ${row.id}`, row.editedAt]))
  const lost: Rows = new Map()
  applyChanges(lost, [
    ...missing.map((row) => putRow('outbox', row)),
    ...rowsOf(later, 'answers')
      .filter(({ account, id, editedAt }) => (stored.get(`${account} ${id}`) ?? '') < editedAt)
      .filter(({ entry }) => entries.has(entry))
      .map((row) => putRow('answers', row)),
    ...rowsOf(record, 'files')
      .filter(({ upload }) => uploads.has(upload))
      .map((row) => putRow('files', row)),
    ...rowsOf(later, 'kept')
      .map((row) => putRow('kept', row))
      .filter(isMissing),
  ])
  return lost
}
