import { subscribe } from '../store/bus.ts'
import { whenOverdue, whenStalled } from '../store/stall.ts'

/** Changes that another tab shows and that reach the device within this time are not worth a mention. */
const patience = 2_000

/**
 * Watches changes that other tabs have announced (answers; '' = anything else) and that have not reached the device, of
 * one survey or of all. They are in no row yet. `isOverdue`: one of them is missing for so long that its tab may have
 * died with it.
 */
export function watchUnsavedElsewhere(
  account: string,
  survey: string | null,
  take: (slow: ReadonlySet<string>, isOverdue: boolean) => void,
): () => void {
  /** Stops of the timers, by survey and answer. */
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
 * The reading, or null if it fails. `slow` is called if it takes longer than anybody should look at an old state,
 * `stalled` if the store hangs.
 */
export async function orLate<Read>(
  reading: Promise<Read>,
  slow: () => void,
  stalled: () => void = () => undefined,
): Promise<Read | null> {
  const timer = setTimeout(slow, patience)
  const stop = whenStalled(stalled)
  // A failed reading shows as unknown.
  return reading
    .catch(() => null)
    .finally(() => {
      clearTimeout(timer)
      stop()
    })
}
