/** What was asked so often is asked often: once at the start, or once a month, is not worth a plan in every connection. */
const oftenAfter = 50
/** Each has a plan in each connection, some ten kilobytes. */
const mostNames = 60
const mostCounted = 1_000

/**
 * Names for the statements that are asked again and again: PostgreSQL parses and plans one with a name once for each
 * connection instead of every time.
 */
export class FrequentStatements {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** undefined: not asked often, or not yet. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= mostNames) return known
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count < oftenAfter) {
      if (this.#counts.size >= mostCounted) this.#counts.clear()
      this.#counts.set(text, count)
      return undefined
    }
    this.#counts.delete(text)
    const name = `frequent_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
