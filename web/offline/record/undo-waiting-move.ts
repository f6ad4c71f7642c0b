import { mayHaveLeft } from '../operations/entries.ts'
import { lastMove } from '../operations/move-entry.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** What can be done about a move that the server has not heard of yet. `filled`: something was given behind it. */
export type Waiting = 'undoable' | 'filled' | 'leaving'

/** null = no move waits. `rows`: all that waits of one survey. */
export function waitingMove(rows: readonly OutboxRow[]): Waiting | null {
  const move = lastMove(rows)
  if (!move) return null
  if (mayHaveLeft(move)) return 'leaving'
  // It is meant for the fields of that version, some of which the version before does not have.
  return rows.some(({ seq = 0 }) => seq > (move.seq ?? 0)) ? 'filled' : 'undoable'
}

/** The survey is what it was before. False = it is on its way by now, or something was given behind it. */
export async function undoWaitingMove(account: string, survey: string): Promise<boolean> {
  return onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      const rows = await db.outbox.where({ account, survey }).toArray()
      if (waitingMove(rows) !== 'undoable') return false
      await db.outbox.delete(lastMove(rows)?.seq ?? 0)
      return true
    }),
  )
}
