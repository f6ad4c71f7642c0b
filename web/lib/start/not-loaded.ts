import { untilLoaded } from './until-loaded.ts'

interface Ways {
  /** Asks for the files once more. */
  readonly again: () => Promise<unknown>
  /** The next time that the part is drawn, they are asked for as at the first. */
  readonly forget: () => void
}

/** The files of a part of the app could not be had, for want of network in most cases. */
export class NotLoaded extends Error {
  readonly again: () => Promise<unknown>
  readonly #forget: () => void

  constructor(cause: unknown, { again, forget }: Ways) {
    super('A part of the app could not be loaded', { cause })
    this.again = again
    this.#forget = forget
  }

  /**
   * For what stands in the part's place: asks for the files again, now and whenever the network may be back. Resolves
   * when they are here.
   */
  async whenLoaded(): Promise<void> {
    this.#forget()
    await untilLoaded(this.again)
  }
}

/** Of what an import was refused with: whether a file was missing, a style sheet included, and not what it does. */
export function isLoadFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  // A module that cannot be had is a TypeError in every engine; for a style sheet it is Vite that speaks.
  if (cause.message.startsWith('Unable to preload CSS')) return true
  return cause instanceof TypeError && /import|fetch|load/i.test(cause.message)
}
