import { Dexie, type Table, type Transaction } from 'dexie'

interface RowListener<Row> {
  readonly put: (row: Row, transaction: Transaction) => void
  readonly drop: (row: Row, transaction: Transaction) => void
}

/** Reports every write to a table inside its transaction, with the row as it will be stored. */
export function followRows<Row extends object>(table: Table<Row>, { put, drop }: RowListener<Row>): void {
  const { auto, keyPath } = table.schema.primKey
  table.hook('creating', function (_, row, transaction) {
    if (auto && typeof keyPath === 'string')
      this.onsuccess = (key: unknown) => put({ ...row, [keyPath]: key }, transaction)
    else put(row, transaction)
  })
  table.hook('updating', (changes, _, row, transaction) => put(updated(row, changes), transaction))
  table.hook('deleting', (_, row, transaction) => row && drop(row, transaction))
}

/** Applies Dexie's changes, which name nested values by path: `input.body.name`. */
function updated<Row extends object>(row: Row, changes: object): Row {
  const next = { ...row } as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) {
    const [top = ''] = path.split('.')
    if (top !== path) next[top] = Dexie.deepClone(next[top] as object)
    Dexie.setByKeyPath(next, path, value)
  }
  return next as Row
}
