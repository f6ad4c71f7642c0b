import type { IndexableType, Table } from 'dexie'

/** All of one account, in stores whose key begins with it. */
export function ofAccount<Row>(store: Table<Row, [string, string]>, account: string) {
  return store.where('[account+id]').between([account, ''], [account, '\uffff'] as IndexableType)
}
