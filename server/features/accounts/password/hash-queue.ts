import { limits } from '#contract/limits.ts'
import { fail, Refused } from '#server/http/failure.ts'

/**
 * The caller a password is hashed for: an account, if it signed in from this device or address before or its
 * session or mailed link was proven; else a stranger, by address.
 */
export type HashRequester = { readonly account: string } | { readonly source: string }

interface Task {
  readonly asker: HashRequester
  readonly start: () => void
}

/** The thread pool has four threads, which files and pictures need too. */
const runningMax = 2
/** Leaves one core to known accounts under any number of strangers. */
const strangersRunningMax = 1
const retryAfter = 5

/**
 * Schedules password hashes. Known accounts go first and take turns, one hash at a time for each, so an attacker's own
 * account delays no other. Strangers have a short queue, of which one address gets half. Calls beyond it are rejected at
 * once, before they cost anything.
 */
export class HashQueue {
  /** By account, in the order of their turns. */
  readonly #known = new Map<string, Task[]>()
  #knownWaiting = 0
  readonly #strangers: Task[] = []
  readonly #busyAccounts = new Set<string>()
  #running = 0
  #strangersRunning = 0
  #knownInARow = 0

  /** Throws 429 if the asker's queue is full. */
  async run<T>(asker: HashRequester, work: () => Promise<T>): Promise<T> {
    await this.#turn(asker)
    try {
      return await work()
    } finally {
      this.#end(asker)
    }
  }

  /** Throws what `run` would throw now. */
  rejectIfFull(asker: HashRequester): void {
    const isFull =
      'account' in asker ? this.#isFullForKnown(asker.account) : this.#isFullForStranger(asker.source)
    if (isFull) throw new Refused(fail('request.tooMany', { message: 'accounts.loginBusy', retryAfter }))
  }

  #isFullForKnown(account: string): boolean {
    const own = this.#known.get(account)?.length ?? 0
    return own >= limits.hashesWaitingPerAccount || this.#knownWaiting >= limits.hashesWaitingOfKnown
  }

  #isFullForStranger(source: string): boolean {
    const most = limits.hashesWaitingOfStrangers
    const own = this.#strangers.filter(({ asker }) => 'source' in asker && asker.source === source).length
    return this.#strangers.length >= most || own >= most / 2
  }

  async #turn(asker: HashRequester): Promise<void> {
    this.rejectIfFull(asker)
    await new Promise<void>((start) => {
      if ('account' in asker) {
        this.#knownWaiting += 1
        this.#known.set(asker.account, [...(this.#known.get(asker.account) ?? []), { asker, start }])
      } else this.#strangers.push({ asker, start })
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#running < runningMax) {
      const task = this.#takeNext()
      if (!task) return
      this.#running += 1
      if ('account' in task.asker) this.#busyAccounts.add(task.asker.account)
      else this.#strangersRunning += 1
      task.start()
    }
  }

  #takeNext(): Task | undefined {
    const isStrangersTurn = this.#knownInARow >= limits.knownHashesInARow
    const next = (isStrangersTurn && this.#takeStranger()) || this.#takeKnown() || this.#takeStranger()
    if (next) this.#knownInARow = 'account' in next.asker ? this.#knownInARow + 1 : 0
    return next
  }

  #takeStranger(): Task | undefined {
    return this.#strangersRunning < strangersRunningMax ? this.#strangers.shift() : undefined
  }

  #takeKnown(): Task | undefined {
    for (const [account, [task, ...later]] of this.#known) {
      if (this.#busyAccounts.has(account) || !task) continue
      this.#known.delete(account)
      if (later.length > 0) this.#known.set(account, later)
      this.#knownWaiting -= 1
      return task
    }
    return undefined
  }

  #end(asker: HashRequester): void {
    this.#running -= 1
    if ('account' in asker) this.#busyAccounts.delete(asker.account)
    else this.#strangersRunning -= 1
    this.#startNext()
  }
}
