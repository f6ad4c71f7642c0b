import type { Db } from '#server/context.ts'

type Work = (db: Db) => void

const waiting = new WeakMap<object, Work[]>()

/** Does this once the transaction is committed, and never where it is rolled back; at once outside of one. */
export function afterCommit(db: Db, work: Work): void {
  if (!db.isTransaction) work(db)
  else waiting.set(db, [...(waiting.get(db) ?? []), work])
}

/** For who has just committed a transaction of `db`. */
export function doneAfterCommit(tx: Db, db: Db): void {
  for (const work of waiting.get(tx) ?? []) work(db)
  waiting.delete(tx)
}
