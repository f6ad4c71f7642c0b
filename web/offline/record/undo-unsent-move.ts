import { mayHaveLeft } from '../operations/entries.ts'
import { lastMove } from '../operations/survey-move.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** State of an unsent move. `filled`: later entries exist. `leaving`: it may have been sent. */
export type UnsentMove = 'undoable' | 'filled' | 'leaving'

/** Returns null if no move is queued. `rows`: all entries of one survey. */
export function unsentMove(rows: readonly OutboxRow[]): UnsentMove | null {
  const move = lastMove(rows)
  if (!move) return null
  if (mayHaveLeft(move)) return 'leaving'
  // Later entries refer to fields that the earlier version may lack.
  return rows.some(({ seq = 0 }) => seq > (move.seq ?? 0)) ? 'filled' : 'undoable'
}

/** Removes the move. Returns false if it may have been sent or later entries exist. */
export async function undoUnsentMove(account: string, survey: string): Promise<boolean> {
  return onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      if (unsentMove(rows) !== 'undoable') return false
      await db.outbox.delete(lastMove(rows)?.seq ?? 0)
      return true
    }),
  )
}
