/** small: drawn within two seconds or so; large: in more than fifteen, perhaps minutes. */
export type DrawingSize = 'small' | 'usual' | 'large'

/** Who asks: all that one account, or the guests of one link, ask for stands in one line. */
export interface Asker {
  readonly line: string
  readonly guest: boolean
  readonly size: DrawingSize
}

export interface Turns {
  /** Resolves once it is the asker's turn, to what ends it. Rejects with the signal's reason. */
  take(asker: Asker, ended: AbortSignal): Promise<() => void>
}

interface Most {
  /** Of accounts, beside the others: a small report waits for small ones alone. */
  readonly ofSmall: number
  readonly ofAccounts: number
  readonly ofGuests: number
  readonly ofLarge: number
}

/**
 * Accounts and guests have separate turns, so neither waits for the other. Large reports wait only among themselves, and
 * an account's small report has a turn of its own. Within a queue the lines take turns, one drawing at a time for each:
 * a line that requests forty reports waits for forty, and every other line for one.
 */
export function openTurns(most: Most): Turns {
  const small = openRound(most.ofSmall)
  const accounts = openRound(most.ofAccounts)
  const guests = openRound(most.ofGuests)
  const large = openRound(most.ofLarge)
  return { take: (asker, ended) => roundOf(asker).take(asker.line, ended) }

  function roundOf({ size, guest, line }: Asker) {
    if (size === 'large') return large
    if (guest) return guests
    // A line that draws or waits there goes on there: it has one turn at a time.
    return size === 'small' && accounts.isTakenByOthers(line) ? small : accounts
  }
}

function openRound(most: number) {
  /** In the order in which the lines come round. */
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

  function toTheBack(line: string): void {
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
      const goAway = () => {
        leave(line, go)
        reject(ended.reason)
      }
      const giveBack = () => {
        if (over) return
        over = true
        busy.delete(line)
        toTheBack(line)
        next()
      }
      const go = () => {
        ended.removeEventListener('abort', goAway)
        resolve(giveBack)
      }
      ended.addEventListener('abort', goAway, { once: true })
      waiting.set(line, [...(waiting.get(line) ?? []), go])
      next()
    })
  return { take, isTakenByOthers }
}
