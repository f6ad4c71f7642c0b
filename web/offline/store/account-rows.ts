import type { IndexableType, Table } from 'dexie'

/** Selects all rows of one account in a store whose key starts with the account. */
export function accountRows<Row>(store: Table<Row, [string, string]>, account: string) {
  return store.where('[account+id]').between([account, ''], [account, '\uffff'] as IndexableType)
}
