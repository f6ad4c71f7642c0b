import { limits } from '#contract/limits.ts'

export interface Editor {
  readonly accountId: string
  readonly since: Date
}

interface Seen extends Editor {
  readonly seen: number
}

/**
 * Tracks which account edits which template, in memory: one server owns the database. After a restart, the
 * first page that reports itself is the editor. This only informs people; revisions prevent overwrites.
 */
export class Editors {
  readonly #of = new Map<string, Seen>()

  /** Returns the current editor: this account if no other was active lately, or if it takes over. */
  announce(form: string, accountId: string, now: Date, takesOver: boolean): Editor {
    const before = this.#current(form, now)
    if (before && before.accountId !== accountId && !takesOver) return before
    const since = before?.accountId === accountId ? before.since : now
    // Moves the entry to the end, so that the oldest come first.
    this.#of.delete(form)
    this.#of.set(form, { accountId, since, seen: now.getTime() })
    this.#forget(now)
    return { accountId, since }
  }

  leave(form: string, accountId: string): void {
    if (this.#of.get(form)?.accountId === accountId) this.#of.delete(form)
  }

  #current(form: string, now: Date): Seen | null {
    const found = this.#of.get(form)
    return found && now.getTime() - found.seen < limits.formEditorGone ? found : null
  }

  #forget(now: Date): void {
    for (const [form, { seen }] of this.#of) {
      if (now.getTime() - seen < limits.formEditorGone) return
      this.#of.delete(form)
    }
  }
}
