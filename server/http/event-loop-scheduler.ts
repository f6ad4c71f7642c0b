import { setTimeout as wait } from 'node:timers/promises'

/**
 * Rest after each piece of work, as a multiple of its duration: a source gets 4 % of the event loop. With 10 %,
 * every tenth save of other users waited for a piece, which determines their 95th percentile.
 */
const restPerWork = 24

interface Clock {
  /** CPU time of the thread, in milliseconds. */
  worked(): number
  wait(milliseconds: number): Promise<unknown>
}

const ownClock: Clock = {
  // Not wall-clock time, which also passes without work on a busy machine.
  worked: () => process.threadCpuUsage().user / 1_000,
  wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
}

/**
 * Schedules work that blocks the event loop, so that one source, over any number of connections, leaves most of
 * the loop to others. The work of a source runs in order, one piece at a time, with a rest in between. Sources
 * do not wait for each other.
 */
export class EventLoopScheduler {
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
export const largeBodies = new EventLoopScheduler()
