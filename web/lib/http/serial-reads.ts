/** Milliseconds until a failed read is retried by itself. */
const again = 15_000

export interface WhenAsked {
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
export function whenAsked(read: () => Promise<boolean>, pause: number): WhenAsked {
  let running: Promise<void> | null = null
  let wanted = false
  let ended = false
  let later: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    while (wanted && !ended) {
      wanted = false
      // Retried after a pause.
      if (!(await read().catch(() => false))) {
        wanted = true
        if (!ended) later = setTimeout(() => void ask(), again)
        break
      }
      if (wanted) await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
    // Clear it in the same step, so that a later request starts another read.
    running = null
  }

  function ask(): Promise<void> {
    clearTimeout(later)
    wanted = true
    if (!ended) running ??= run()
    return running ?? Promise.resolve()
  }

  return {
    ask,
    behind: () => wanted && running === null,
    end() {
      ended = true
      clearTimeout(later)
    },
  }
}
