/** Whether another tab keeps the store as an earlier version of the app knew it, so that it cannot be opened here. */
let blocked = false
const listeners = new Set<() => void>()

export function isBlocked(): boolean {
  return blocked
}

export function setBlocked(next: boolean): void {
  blocked = next
  for (const listener of listeners) listener()
}

export function onBlocked(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
