/** After a reading that failed, where nothing else asks for another. */
const again = 15_000

export interface WhenAsked {
  /** Reads now, or behind the reading that is under way, which may not have seen what is asked for. */
  ask(): Promise<void>
  /** Whether something was asked for that could not be read yet. */
  behind(): boolean
  end(): void
}

/**
 * One reading after the other, so that none overwrites what a later one found. `read` gives whether it succeeded; else
 * it is done as soon as it is asked for again, or after a while. `pause`: between two readings, in milliseconds.
 */
export function whenAsked(read: () => Promise<boolean>, pause: number): WhenAsked {
  let running: Promise<void> | null = null
  let wanted = false
  let ended = false
  let later: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    while (wanted && !ended) {
      wanted = false
      // It is read again after a while.
      if (!(await read().catch(() => false))) {
        wanted = true
        if (!ended) later = setTimeout(() => void ask(), again)
        break
      }
      if (wanted) await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    }
    // In the same step: whoever asks a moment later begins another.
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
