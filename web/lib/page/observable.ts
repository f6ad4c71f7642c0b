export interface Observable<Value> {
  readonly get: () => Value
  /** Notifies listeners only if the value changes. */
  readonly set: (next: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A page-wide value to subscribe to: `useSyncExternalStore(one.subscribe, one.get)`. */
export function observable<Value>(initial: Value): Observable<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
