import pLimit, { type LimitFunction } from 'p-limit'
import { fail, Refused } from './failure.ts'

/** A well-behaved device sends one write after the other, so it never has more waiting. */
const waitingAtMost = 100
const retryAfterSeconds = 5

/**
 * Limits the simultaneous writes of one account, including those waiting for a survey's lock. Otherwise
 * repeated calls on a locked survey would take all database connections.
 */
export class WriteConcurrency {
  readonly #atOnce: number
  readonly #turns = new Map<string, { readonly turn: LimitFunction; calls: number }>()

  constructor(connections: number) {
    this.#atOnce = Math.max(1, Math.floor(connections / 2))
  }

  /** Throws the failure to send if too many writes of the account wait. Calls without an account never wait. */
  async run<Result>(account: string | null, work: () => Promise<Result>): Promise<Result> {
    if (account === null) return work()
    const own = this.#turns.get(account) ?? { turn: pLimit(this.#atOnce), calls: 0 }
    if (own.calls >= this.#atOnce + waitingAtMost)
      throw new Refused(fail('service.unavailable', { retryAfter: retryAfterSeconds }))
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
