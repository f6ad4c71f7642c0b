import { db, onDevice } from '../store/database.ts'

/** What came with this revision says all that was asked about; what the server has put since stays. */
export async function forgetConflict(account: string, answer: string, revision: number): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.answers, async () => {
      const row = await db.answers.get([account, answer])
      if (row?.conflict && row.entry === '' && row.baseRevision < revision)
        await db.answers.put({ ...row, conflict: null })
    }),
  )
}
