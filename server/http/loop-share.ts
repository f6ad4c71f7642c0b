import { setTimeout as wait } from 'node:timers/promises'

/**
 * Rest after each piece of work, as a multiple of its duration: a source has 4 % of the event loop. With a tenth, every
 * tenth save of the other users waited for a piece, which is what their 95th percentile shows.
 */
const restPerWork = 24

interface Clock {
  /** Milliseconds that the thread has worked. */
  worked(): number
  wait(milliseconds: number): Promise<unknown>
}

const ownClock: Clock = {
  // Not the time of day: on a busy machine that passes without work, too.
  worked: () => process.threadCpuUsage().user / 1_000,
  wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
}

/**
 * Runs work that blocks the event loop so that one source, over however many connections, leaves most of the loop to the
 * others: its work runs in the order of its calls, one piece at a time, each after a rest. Sources do not wait for each other.
 */
export class LoopShare {
  readonly #clock: Clock
  /** By source: resolves once its last work has rested. */
  readonly #lines = new Map<string, Promise<void>>()

  constructor(clock: Clock = ownClock) {
    this.#clock = clock
  }

  async run<T>(source: string, work: () => T): Promise<T> {
    const earlier = this.#lines.get(source)
    const { promise: rested, resolve } = Promise.withResolvers<void>()
    this.#lines.set(source, rested)
    await earlier
    const before = this.#clock.worked()
    try {
      return work()
    } finally {
      void this.#clock.wait((this.#clock.worked() - before) * restPerWork).then(() => {
        if (this.#lines.get(source) === rested) this.#lines.delete(source)
        resolve()
      })
    }
  }
}

/** For large bodies. One process serves an installation. */
export const largeBodies = new LoopShare()
