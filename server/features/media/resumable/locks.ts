import { ERRORS, type Lock, type Locker } from '@tus/server'

/** A request that waits longer than this for another is rejected. */
const patience = 20_000

interface Holder {
  /** Asks the request that holds the lock to end. */
  readonly release: () => unknown
  readonly waiting: Waiting[]
}

interface Waiting {
  readonly release: () => unknown
  readonly begin: () => void
}

/**
 * Allows one request at a time for each file, in order. One process owns the folder, so memory is enough. The
 * library's own locker polls without a pause while it waits, which uses a whole core.
 */
export class PartLocks implements Locker {
  readonly #held = new Map<string, Holder>()

  newLock(id: string): Lock {
    return {
      lock: (signal, release) => this.#acquire(id, signal, release),
      unlock: async () => this.#pass(id),
    }
  }

  #acquire(id: string, signal: AbortSignal, release: () => unknown): Promise<void> {
    const holder = this.#held.get(id)
    if (!holder) {
      this.#held.set(id, { release, waiting: [] })
      return Promise.resolve()
    }
    holder.release()
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      const waiting: Waiting = {
        release,
        begin: () => {
          over()
          resolve()
        },
      }
      const giveUp = () => {
        over()
        const queue = this.#held.get(id)?.waiting ?? []
        if (queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1)
        reject(ERRORS.ERR_LOCK_TIMEOUT)
      }
      const timer = setTimeout(giveUp, patience)
      signal.addEventListener('abort', giveUp)
      holder.waiting.push(waiting)
    })
  }

  #pass(id: string): void {
    const [next, ...others] = this.#held.get(id)?.waiting ?? []
    if (!next) {
      this.#held.delete(id)
      return
    }
    this.#held.set(id, { release: next.release, waiting: others })
    next.begin()
    if (others.length > 0) next.release()
  }
}
