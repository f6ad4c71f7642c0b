import type { Db } from '#server/context.ts'

type Work = (db: Db) => void

const waiting = new WeakMap<object, Work[]>()

/** Runs `work` once the transaction commits, and never if it rolls back; immediately outside a transaction. */
export function afterCommit(db: Db, work: Work): void {
  if (!db.isTransaction) work(db)
  else waiting.set(db, [...(waiting.get(db) ?? []), work])
}

/** Runs the work that waits for this transaction. Call it right after the commit. */
export function doneAfterCommit(tx: Db, db: Db): void {
  for (const work of waiting.get(tx) ?? []) work(db)
  waiting.delete(tx)
}
