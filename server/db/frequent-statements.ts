/** A statement run this often is frequent. Rare ones are not worth a plan in every connection. */
const oftenAfter = 50
/** Each name has a plan in each connection, of about ten kilobytes. */
const mostNames = 60
const mostCounted = 1_000

/**
 * Names frequent statements. PostgreSQL parses and plans a named statement once per connection instead of every
 * time.
 */
export class FrequentStatements {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** Returns undefined for statements that are not frequent, or not yet. */
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
