/** Milliseconds until a failed read is retried by itself. */
const retryDelay = 15_000

export interface SerialReads {
  /** Reads now, or once more after the running read, which may have started too early. */
  ask(): Promise<void>
  /** Whether a request has not been read yet. */
  behind(): boolean
  end(): void
}

/**
 * Serializes reads, so that no older result overwrites a newer one. `read` returns whether it succeeded; a
 * failed read is retried on the next request or after 15 s. `pause`: milliseconds between two reads.
 */
export function serialReads(read: () => Promise<boolean>, pause: number): SerialReads {
  let running: Promise<void> | null = null
  let requested = false
  let ended = false
  let later: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    while (requested && !ended) {
      requested = false
      // Retried after a pause.
      if (!(await read().catch(() => false))) {
        requested = true
        if (!ended) later = setTimeout(() => void ask(), retryDelay)
        break
      }
      if (requested) await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
    // Clear it in the same step, so that a later request starts another read.
    running = null
  }

  function ask(): Promise<void> {
    clearTimeout(later)
    requested = true
    if (!ended) running ??= run()
    return running ?? Promise.resolve()
  }

  return {
    ask,
    behind: () => requested && running === null,
    end() {
      ended = true
      clearTimeout(later)
    },
  }
}
