import { applyChanges, type Change, changeKey, type Rows } from './recorded-rows.ts'

/**
 * Unsent rows in the order of their transactions, in whichever order tabs deliver them: a late change neither brings back a
 * row that was removed since nor replaces a newer one.
 */
export class OrderedRows {
  readonly rows: Rows = new Map()
  /** The last transaction that changed a row, removals too. */
  private readonly newest = new Map<string, number>()
  private readAt = 0

  /** Replaces everything by the store's rows, as of its transaction `readAt`. */
  begin(found: readonly Change[], readAt: number): void {
    this.rows.clear()
    this.newest.clear()
    this.readAt = readAt
    applyChanges(this.rows, found)
  }

  /** Applies changes, and returns those that a record of these rows needs. */
  take(changes: readonly Change[]): readonly Change[] {
    return changes.filter((change) => {
      if (this.isLate(change)) return false
      const key = changeKey(change)
      if (change.commit !== undefined) this.newest.set(key, change.commit)
      // Most removals are of rows that were never unsent.
      const isNeeded = change.row !== null || this.rows.has(key)
      applyChanges(this.rows, [change])
      return isNeeded
    })
  }

  private isLate(change: Change): boolean {
    const { commit } = change
    if (commit === undefined) return false
    return commit <= this.readAt || commit < (this.newest.get(changeKey(change)) ?? 0)
  }
}
