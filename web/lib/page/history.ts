/** Where one is, and what the navigation brought along. */
export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What whoever navigated gave along; it comes back with the entry, also in a page that was loaded anew. */
  readonly state: unknown
  /** Another one for each entry; `default` for an entry that no navigation of this app made. */
  readonly key: string
}

/** How one came there: by going back or forward and by loading the page, by a new entry, in place of the entry before. */
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
  /** `heard` is called after each navigation of this app, and after each step through the history. */
  listen(heard: () => void): () => void
}

/**
 * The tab's history. An entry keeps its state (`usr`), its `key` and its number in the tab (`idx`, from 0): by the
 * number a screen knows whether anything of this app is before it. Entries that something else writes, such as those of
 * layers, are not told of.
 */
export function browserHistory(): RouterHistory {
  const { history } = window
  const listeners = new Set<() => void>()
  let action: Action = 'POP'
  if (entry().idx === undefined) history.replaceState({ ...entry(), idx: 0 }, '')
  window.addEventListener('popstate', () => tell('POP'))

  function entry(): { usr?: unknown; key?: string; idx?: number } {
    return history.state ?? {}
  }
  function tell(by: Action): void {
    action = by
    reloaded = false
    for (const heard of listeners) heard()
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
        // Safari refuses the hundredth entry within half a minute.
        window.location.assign(address)
      }
      tell('PUSH')
    },
    replace(address, state) {
      history.replaceState(made(state, entry().idx ?? 0), '', address)
      tell('REPLACE')
    },
    go: (by) => history.go(by),
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
