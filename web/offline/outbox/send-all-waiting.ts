import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { sendableEntries } from './queue.ts'
import { sendNow } from './sync.ts'

export type SentAll = 'sent' | 'refused' | 'not-reached'

/**
 * Milliseconds without progress until the server counts as not reached. Long, because files may be large and
 * networks slow.
 */
const stalled = 60_000

/** Sends everything now, and returns the result when nothing more can be sent or an attempt failed. */
export async function sendAllWaiting(account: string): Promise<SentAll> {
  const before = await rowsOf(account)
  const tries = new Map(before.map(({ id, attempts }) => [id, attempts]))
  const ended = watched(account, (rows) => sendingResult(rows, tries))
  await sendNow(account)
  return ended
}

/** Returns null while entries are still in flight. */
export function sendingResult(
  rows: readonly OutboxRow[],
  tries: ReadonlyMap<string, number>,
): SentAll | null {
  const waiting = sendableEntries(rows)
  if (waiting.length === 0) return rows.length === 0 ? 'sent' : 'refused'
  const failed = waiting.some(
    ({ id, state, attempts }) => state === 'waiting' && attempts > (tries.get(id) ?? 0),
  )
  return failed ? 'not-reached' : null
}

function watched(account: string, end: (rows: readonly OutboxRow[]) => SentAll | null): Promise<SentAll> {
  return new Promise((resolve) => {
    let patience = setTimeout(() => finish('not-reached'), stalled)
    const look = async () => {
      // A failed read is not a result; wait for the next event.
      const rows = await rowsOf(account).catch(() => null)
      const ended = rows && end(rows)
      if (ended) finish(ended)
    }
    const forget = subscribe(account, () => {
      clearTimeout(patience)
      patience = setTimeout(() => finish('not-reached'), stalled)
      void look()
    })
    function finish(ended: SentAll) {
      clearTimeout(patience)
      forget()
      resolve(ended)
    }
    void look()
  })
}

function rowsOf(account: string): Promise<OutboxRow[]> {
  return onDevice(() => db.outbox.where({ account }).toArray())
}
