import { subscribe } from '../store/bus.ts'

/** So long what another tab shows may take to reach the device; after that it is not known to be kept. */
const patience = 2_000

/**
 * What other tabs have told of (answers; '' = anything else) and that is not on the device in time, of one survey or of
 * all. Nothing that looks at the device's rows would know of it.
 */
export function watchUnsavedElsewhere(
  account: string,
  survey: string | null,
  take: (late: ReadonlySet<string>) => void,
): () => void {
  const timers = new Map<string, Map<string, ReturnType<typeof setTimeout>>>()
  const late = new Map<string, Set<string>>()
  const publish = () => take(new Set([...late.values()].flatMap((ids) => [...ids])))
  const come = (of: string, id: string) => {
    const own = timers.get(of) ?? new Map()
    timers.set(of, own)
    if (own.has(id)) return
    const over = () => {
      late.set(of, (late.get(of) ?? new Set()).add(id))
      publish()
    }
    own.set(id, setTimeout(over, patience))
  }
  const arrive = (of: string) => {
    for (const timer of timers.get(of)?.values() ?? []) clearTimeout(timer)
    timers.delete(of)
    if (late.delete(of)) publish()
  }
  const forget = subscribe(account, (event, elsewhere) => {
    if (!('survey' in event) || (survey !== null && event.survey !== survey)) return
    if (event.kind === 'written') arrive(event.survey)
    else if (elsewhere && event.kind === 'typed') come(event.survey, event.answer)
    else if (elsewhere && event.kind === 'edited') come(event.survey, '')
  })
  return () => {
    forget()
    for (const of of [...timers.keys()])
      for (const timer of timers.get(of)?.values() ?? []) clearTimeout(timer)
  }
}

/** What is read, or null where that fails; `late` is called where it takes longer than anybody should wait. */
export async function orLate<Read>(reading: Promise<Read>, late: () => void): Promise<Read | null> {
  const timer = setTimeout(late, patience)
  // null is told as not known.
  return reading.catch(() => null).finally(() => clearTimeout(timer))
}
