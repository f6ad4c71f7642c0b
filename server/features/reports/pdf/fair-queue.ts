/** small: about two seconds; large: more than fifteen, perhaps minutes. */
export type ReportSize = 'small' | 'usual' | 'large'

/** A request for a slot. `line` identifies the account or link that it counts for. */
export interface Requester {
  readonly line: string
  readonly guest: boolean
  readonly size: ReportSize
}

export interface FairQueue {
  /** Resolves to a function that releases the slot. Rejects with the signal's reason. */
  take(asker: Requester, ended: AbortSignal): Promise<() => void>
}

interface Most {
  /** For accounts' small reports, in addition to their other slots. */
  readonly ofSmall: number
  readonly ofAccounts: number
  readonly ofGuests: number
  readonly ofLarge: number
}

/**
 * Opens queues that isolate requesters: accounts and guests never wait for each other, large reports wait
 * only for large reports, and an account's small reports have a slot of their own. Each queue serves its
 * accounts or links in rotation, one rendering at a time for each.
 */
export function openFairQueue(most: Most): FairQueue {
  const small = openRound(most.ofSmall)
  const accounts = openRound(most.ofAccounts)
  const guests = openRound(most.ofGuests)
  const large = openRound(most.ofLarge)
  return { take: (asker, ended) => roundOf(asker).take(asker.line, ended) }

  function roundOf({ size, guest, line }: Requester) {
    if (size === 'large') return large
    if (guest) return guests
    // An account already in that queue stays there, so it has one slot at a time.
    return size === 'small' && accounts.isTakenByOthers(line) ? small : accounts
  }
}

function openRound(most: number) {
  /** In the order of rotation. */
  const waiting = new Map<string, (() => void)[]>()
  const busy = new Set<string>()

  function next(): void {
    if (busy.size >= most) return
    for (const [line, asked] of waiting) {
      if (busy.has(line)) continue
      const [go, ...later] = asked
      waiting.delete(line)
      if (later.length > 0) waiting.set(line, later)
      busy.add(line)
      go?.()
      return
    }
  }

  function moveToBack(line: string): void {
    const asked = waiting.get(line)
    if (!asked) return
    waiting.delete(line)
    waiting.set(line, asked)
  }

  function leave(line: string, go: () => void): void {
    const left = (waiting.get(line) ?? []).filter((one) => one !== go)
    if (left.length > 0) waiting.set(line, left)
    else waiting.delete(line)
  }

  const isTakenByOthers = (line: string) =>
    !busy.has(line) && !waiting.has(line) && (busy.size >= most || waiting.size > 0)

  const take = (line: string, ended: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (ended.aborted) return reject(ended.reason)
      let over = false
      const cancel = () => {
        leave(line, go)
        reject(ended.reason)
      }
      const release = () => {
        if (over) return
        over = true
        busy.delete(line)
        moveToBack(line)
        next()
      }
      const go = () => {
        ended.removeEventListener('abort', cancel)
        resolve(release)
      }
      ended.addEventListener('abort', cancel, { once: true })
      waiting.set(line, [...(waiting.get(line) ?? []), go])
      next()
    })
  return { take, isTakenByOthers }
}
