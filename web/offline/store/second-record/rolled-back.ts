import { readJournal } from '../journal.ts'
import { applyChanges, putRow, type Rows, rowsOf } from './recorded-rows.ts'

/** After these the server or the person has decided, whatever the record still says. */
const decided = ['sent', 'acknowledged', 'refused', 'discarded']

/**
 * Recorded work that the store had and lost: its files are older than its record, as after a power failure. Only what was
 * never sent counts, because a record that ends a moment before the store still has what was sent since.
 */
export async function findRolledBack(record: Rows, found: Rows): Promise<Rows> {
  const lost: Rows = new Map()
  const isFound = (table: string, row: { readonly account: string; readonly id: string }) =>
    found.has(`${table} ${row.account} ${row.id}`)
  const missing = rowsOf(record, 'outbox').filter(
    (row) => row.state === 'waiting' && row.attempts === 0 && !isFound('outbox', row),
  )
  const waiting = new Set(rowsOf(found, 'outbox').map(({ id }) => id))
  const stored = new Map(rowsOf(found, 'answers').map((row) => [`${row.account} ${row.id}`, row.editedAt]))
  const answers = rowsOf(record, 'answers').filter(
    ({ account, id, editedAt }) => (stored.get(`${account} ${id}`) ?? '') < editedAt,
  )
  if (missing.length === 0 && answers.length === 0) return lost
  const gone = await withoutDecided(missing)
  const entries = new Set(gone.map(({ id }) => id))
  applyChanges(lost, [
    ...gone.map((row) => putRow('outbox', row)),
    ...answers
      .filter(({ entry }) => entries.has(entry) || waiting.has(entry))
      .map((row) => putRow('answers', row)),
    ...rowsOf(record, 'files')
      .filter(({ upload }) => entries.has(upload))
      .map((row) => putRow('files', row)),
    ...rowsOf(record, 'kept')
      .filter((row) => !isFound('kept', row))
      .map((row) => putRow('kept', row)),
  ])
  return lost
}

async function withoutDecided<Row extends { readonly account: string; readonly id: string }>(
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const known = new Set<string>()
  for (const account of new Set(rows.map((row) => row.account)))
    for (const { entry, event } of await readJournal(account)) if (decided.includes(event)) known.add(entry)
  return rows.filter(({ id }) => !known.has(id))
}
