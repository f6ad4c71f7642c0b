/** The current location and its navigation state. */
export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** State passed by the navigation; restored with the entry, also after a reload. */
  readonly state: unknown
  /** Unique per entry; `default` for an entry that this app did not create. */
  readonly key: string
}

/** How the location was reached: history step or page load, new entry, or replaced entry. */
export type Action = 'POP' | 'PUSH' | 'REPLACE'

/** The document was reloaded, and no navigation followed yet. */
let reloaded = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'reload')

export const isReloaded = (): boolean => reloaded

export interface RouterHistory {
  readonly action: Action
  readonly location: Location
  push(address: string, state?: unknown): void
  replace(address: string, state?: unknown): void
  go(by: number): void
  /** Calls `listener` after each navigation of this app and each history step. */
  listen(listener: () => void): () => void
}

/**
 * The tab's history. An entry stores its state (`usr`), `key` and index in the tab (`idx`, from 0), which
 * tells a screen whether an entry of this app precedes it. Entries written by other code, such as layers, are
 * not reported.
 */
export function browserHistory(): RouterHistory {
  const { history } = window
  const listeners = new Set<() => void>()
  let action: Action = 'POP'
  if (entry().idx === undefined) history.replaceState({ ...entry(), idx: 0 }, '')
  window.addEventListener('popstate', () => notify('POP'))

  function entry(): { usr?: unknown; key?: string; idx?: number } {
    return history.state ?? {}
  }
  function notify(by: Action): void {
    action = by
    reloaded = false
    for (const listener of listeners) listener()
  }
  function made(state: unknown, idx: number) {
    return { usr: state ?? null, key: Math.random().toString(36).slice(2, 10), idx }
  }
  return {
    get action() {
      return action
    },
    get location() {
      const { pathname, search, hash } = window.location
      const { usr = null, key = 'default' } = entry()
      return { pathname, search, hash, state: usr, key }
    },
    push(address, state) {
      const next = made(state, (entry().idx ?? 0) + 1)
      try {
        history.pushState(next, '', address)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        // Safari rejects the hundredth entry within 30 seconds.
        window.location.assign(address)
      }
      notify('PUSH')
    },
    replace(address, state) {
      history.replaceState(made(state, entry().idx ?? 0), '', address)
      notify('REPLACE')
    },
    go: (by) => history.go(by),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
