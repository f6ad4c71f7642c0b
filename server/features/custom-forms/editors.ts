import { limits } from '#contract/limits.ts'

export interface Editor {
  readonly accountId: string
  readonly since: Date
}

interface Seen extends Editor {
  readonly seen: number
}

/**
 * Who edits which template at the moment. One server holds the database, so what it remembers is all there is; after a
 * restart the first page that tells of itself edits. It only tells people of each other: what is saved is kept from
 * being overwritten by revisions.
 */
export class Editors {
  readonly #of = new Map<string, Seen>()

  /** Whoever edits now: this account, where nobody else did lately, or where it takes over. */
  announce(form: string, accountId: string, now: Date, takesOver: boolean): Editor {
    const before = this.#current(form, now)
    if (before && before.accountId !== accountId && !takesOver) return before
    const since = before?.accountId === accountId ? before.since : now
    // At the end, so that those that nobody has told of for longest come first.
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
