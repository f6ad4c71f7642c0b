import { applyChanges, type Change, changeKey, type Rows } from './recorded-rows.ts'

/**
 * Unsent rows in transaction order, no matter in which order tabs deliver them. A late change neither
 * restores a removed row nor replaces a newer one.
 */
export class OrderedRows {
  readonly rows: Rows = new Map()
  /** Last transaction that changed or removed each row. */
  private readonly newest = new Map<string, number>()
  private readAt = 0

  /** Replaces everything with the store's rows as of transaction `readAt`. */
  begin(found: readonly Change[], readAt: number): void {
    this.rows.clear()
    this.newest.clear()
    this.readAt = readAt
    applyChanges(this.rows, found)
  }

  /** Applies changes, and returns the ones that the record needs. */
  take(changes: readonly Change[]): readonly Change[] {
    return changes.filter((change) => {
      if (this.isLate(change)) return false
      const key = changeKey(change)
      if (change.commit !== undefined) this.newest.set(key, change.commit)
      // Most removals concern rows that were never unsent.
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
