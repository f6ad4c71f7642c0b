/** Empty account: the row belongs to the store itself. */
export const commitKey = ['', 'record-commit'] as const

/**
 * Counts a transaction from inside, so a store that has the number also has the transaction. Without room, or
 * if `kept` isn't part of it, the transaction gets no number.
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

/** Ignores the failed count, so the transaction continues. */
function leaveOut(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
