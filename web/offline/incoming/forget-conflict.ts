import { db, onDevice } from '../store/database.ts'

/** Removes a conflict that was asked before this revision arrived. A newer conflict stays. */
export async function forgetConflict(account: string, answer: string, revision: number): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.answers, async () => {
      const row = await db.answers.get([account, answer])
      if (row?.conflict && row.entry === '' && row.baseRevision < revision)
        await db.answers.put({ ...row, conflict: null })
    }),
  )
}
