/** No account's: it is the store's own. */
export const commitKey = ['', 'record-commit'] as const

/**
 * Counts a transaction inside itself, so a store that has the number has the transaction, too. Without room, or outside of
 * `kept`, the transaction has no number.
 */
export function countCommit(transaction: IDBTransaction, take: (commit: number) => void): void {
  if (!transaction.objectStoreNames.contains('kept')) return
  const kept = transaction.objectStore('kept')
  const reading = kept.get([...commitKey])
  reading.onerror = leaveOut
  reading.onsuccess = () => {
    const commit = ((reading.result as { readonly value: number } | undefined)?.value ?? 0) + 1
    const [account, id] = commitKey
    const writing = kept.put({ account, id, value: commit })
    writing.onerror = leaveOut
    writing.onsuccess = () => take(commit)
  }
}

/** The work itself goes on. */
function leaveOut(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
