import pLimit, { type LimitFunction } from 'p-limit'
import { fail, Refused } from './failure.ts'

/** More wait for nobody who means well: a device sends one write after the other. */
const waitingAtMost = 100
const comesAgainAfter = 5

/**
 * Writes of one account that have a connection to the database, or wait for a survey's lock with one, at the same time.
 * All connections would else be had by calling often enough on a survey whose lock is held.
 */
export class WriteTurns {
  readonly #atOnce: number
  readonly #turns = new Map<string, { readonly turn: LimitFunction; calls: number }>()

  constructor(connections: number) {
    this.#atOnce = Math.max(1, Math.floor(connections / 2))
  }

  /** Throws what is to be said where too many of the account wait. A call without an account waits for none. */
  async run<Result>(account: string | null, work: () => Promise<Result>): Promise<Result> {
    if (account === null) return work()
    const own = this.#turns.get(account) ?? { turn: pLimit(this.#atOnce), calls: 0 }
    if (own.calls >= this.#atOnce + waitingAtMost)
      throw new Refused(fail('service.unavailable', { retryAfter: comesAgainAfter }))
    this.#turns.set(account, own)
    own.calls += 1
    try {
      return await own.turn(work)
    } finally {
      own.calls -= 1
      if (own.calls === 0) this.#turns.delete(account)
    }
  }
}
