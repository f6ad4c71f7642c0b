import { Dexie, type Table, type Transaction } from 'dexie'

interface RowListener<Row> {
  readonly put: (row: Row, transaction: Transaction) => void
  readonly drop: (row: Row, transaction: Transaction) => void
}

/** Reports every write to a table inside its transaction, with the row as it will be stored. */
export function followRows<Row extends object>(table: Table<Row>, { put, drop }: RowListener<Row>): void {
  table.hook('creating', (_, row, transaction) => put(row, transaction))
  table.hook('updating', (changes, _, row, transaction) => put(updated(row, changes), transaction))
  table.hook('deleting', (_, row, transaction) => row && drop(row, transaction))
}

/** The library names changes inside an object by their path: `input.body.name`. */
function updated<Row extends object>(row: Row, changes: object): Row {
  const next = { ...row } as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) {
    const [top = ''] = path.split('.')
    if (top !== path) next[top] = Dexie.deepClone(next[top] as object)
    Dexie.setByKeyPath(next, path, value)
  }
  return next as Row
}
