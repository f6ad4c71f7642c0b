import { subscribe } from '../store/bus.ts'
import { whenOverdue, whenStalled } from '../store/stall.ts'

/** Milliseconds in which another tab's changes may be stored before they count as slow. */
const patience = 2_000

/**
 * Watches changes that other tabs announced but haven't stored yet (answers; '' = any other change), of one
 * survey or all. No row contains them yet. `isOverdue`: one is missing for so long that its tab may have
 * died.
 */
export function watchUnsavedElsewhere(
  account: string,
  survey: string | null,
  take: (slow: ReadonlySet<string>, isOverdue: boolean) => void,
): () => void {
  /** Functions that stop the timers, by survey and answer. */
  const timers = new Map<string, Map<string, () => void>>()
  const slow = new Map<string, Set<string>>()
  const overdue = new Set<string>()
  const publish = () => take(new Set([...slow.values()].flatMap((ids) => [...ids])), overdue.size > 0)
  const come = (of: string, id: string) => {
    const own = timers.get(of) ?? new Map<string, () => void>()
    timers.set(of, own)
    if (own.has(id)) return
    const timer = setTimeout(() => {
      slow.set(of, (slow.get(of) ?? new Set()).add(id))
      publish()
    }, patience)
    const stop = whenOverdue(() => {
      overdue.add(of)
      publish()
    })
    own.set(id, () => {
      clearTimeout(timer)
      stop()
    })
  }
  const arrive = (of: string) => {
    for (const stop of timers.get(of)?.values() ?? []) stop()
    timers.delete(of)
    overdue.delete(of)
    if (slow.delete(of)) publish()
  }
  const forget = subscribe(account, (event, elsewhere) => {
    if (!('survey' in event) || (survey !== null && event.survey !== survey)) return
    if (event.kind === 'written') arrive(event.survey)
    else if (elsewhere && event.kind === 'typed') come(event.survey, event.answer)
    else if (elsewhere && event.kind === 'edited') come(event.survey, '')
  })
  return () => {
    forget()
    for (const own of timers.values()) for (const stop of own.values()) stop()
  }
}

/**
 * Returns the result, or null if reading fails. Calls `slow` if it takes over two seconds, and `stalled` if
 * the store hangs.
 */
export async function watchRead<Read>(
  reading: Promise<Read>,
  slow: () => void,
  stalled: () => void = () => undefined,
): Promise<Read | null> {
  const timer = setTimeout(slow, patience)
  const stop = whenStalled(stalled)
  // A failed read shows as unknown.
  return reading
    .catch(() => null)
    .finally(() => {
      clearTimeout(timer)
      stop()
    })
}
