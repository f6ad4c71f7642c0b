import { db, onDevice } from '../store/database.ts'

/** The person has seen what another device answered. */
export async function forgetConflict(account: string, answer: string): Promise<void> {
  await onDevice(() => db.answers.update([account, answer], { conflict: null }))
}
