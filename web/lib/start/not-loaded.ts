import { loadWithRetries } from './load-with-retries.ts'

interface Ways {
  /** Requests the files again. */
  readonly again: () => Promise<unknown>
  /** Makes the next render request the files as if for the first time. */
  readonly forget: () => void
}

/** The files of a part of the app failed to load, usually because the network is down. */
export class NotLoaded extends Error {
  readonly again: () => Promise<unknown>
  readonly #forget: () => void

  constructor(cause: unknown, { again, forget }: Ways) {
    super('A part of the app could not be loaded', { cause })
    this.again = again
    this.#forget = forget
  }

  /**
   * For the part's placeholder: retries now and whenever the network may be back. Resolves when the files are
   * loaded.
   */
  async whenLoaded(): Promise<void> {
    this.#forget()
    await loadWithRetries(this.again)
  }
}

/** Whether an import failed because a file, or a style sheet, was missing, and not because its code threw. */
export function isLoadFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  // A module that fails to load is a TypeError in every engine; Vite's error covers style sheets.
  if (cause.message.startsWith('Unable to preload CSS')) return true
  return cause instanceof TypeError && /import|fetch|load/i.test(cause.message)
}
