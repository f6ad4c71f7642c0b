/** An overlay that one step back closes: a dialog, drawer or question. */
export interface Layer {
  readonly close: () => void
}

/** The part of a window that layers need. */
export interface Page {
  readonly history: Pick<History, 'go' | 'pushState' | 'replaceState' | 'scrollRestoration' | 'state'>
  readonly location: Pick<Location, 'href' | 'pathname'>
  readonly document: Pick<Document, 'activeElement'>
  addEventListener(type: 'popstate', listen: (event: Event) => void, options: { capture: true }): void
  setTimeout(run: () => void, milliseconds: number): number
  clearTimeout(timer: number): void
}

/**
 * Milliseconds until a history step counts as ineffective (the entry was the tab's first). `popstate` takes
 * milliseconds, or a second or two on a busy device.
 */
const longestStep = 5_000

/**
 * Back closes the top layer. Each open layer has its own history entry at its screen's address, whose state
 * holds the number of open layers. The router never sees steps between such entries, so no screen rerenders.
 * Layers open and close freely and the history follows: entries are pushed or stepped back over. A navigation
 * waits until all layer entries are removed, so that none remains between two screens; going forward does not
 * reopen layers.
 */
export class Layers {
  readonly #page: Page
  #open: readonly Layer[] = []
  /** Number of layer entries between the current entry and the screen's own. */
  #depth: number
  /** Key of the screen's entry at or below the current one. */
  #screen: string
  /** Set while a step of ours waits for its `popstate`. */
  #stepping: number | null = null
  #navigations: (() => 'done' | 'stepping')[] = []
  #planned = false

  constructor(page: Page) {
    this.#page = page
    this.#depth = depthIn(page.history.state)
    this.#screen = this.#screenKey()
    page.addEventListener('popstate', (event) => this.#stepped(event), { capture: true })
    // The page was reloaded with a layer open: remove its entry; the layer does not reopen.
    if (this.#depth > 0) this.#plan()
  }

  /** Opens a layer. Returns the function to call when the layer has closed for any reason. */
  open(layer: Layer): () => void {
    this.#open = [...this.#open, layer]
    this.#plan()
    return () => {
      this.#open = this.#open.filter((one) => one !== layer)
      this.#plan()
    }
  }

  /** Navigates once all layer entries are removed; at once if there are none. */
  navigate(go: () => void): void {
    this.#navigations.push(() => {
      const { pathname } = this.#page.location
      go()
      if (this.#page.location.pathname !== pathname) this.#open = []
      this.#screen = this.#screenKey()
      return 'done'
    })
    this.#syncHistory()
  }

  /** Steps through the history, not counting layer entries. */
  step(by: number): void {
    this.#navigations.push(() => {
      this.#step(by)
      return 'stepping'
    })
    this.#syncHistory()
  }

  #screenKey(): string {
    const { history, location } = this.#page
    const { key = 'default', idx = 0 } = recordIn(history.state)
    return `${key} ${idx} ${location.href}`
  }

  #stepped(event: Event): void {
    const [wasOurs, before] = [this.#stepping !== null, this.#depth]
    this.#stopStepping()
    const screen = this.#screenKey()
    this.#depth = depthIn(this.#page.history.state)
    const stays = screen === this.#screen && before + this.#depth > 0
    this.#screen = screen
    if (this.#depth === 0) this.#page.history.scrollRestoration = 'auto'
    if (stays) event.stopImmediatePropagation()
    // Layers above the screen being left close with it.
    else this.#open = []
    if (stays && !wasOurs) this.#closeAbove(this.#depth)
    this.#plan()
  }

  /** The user went back. A layer that stays open, because it asks first or is busy, gets a new entry. */
  #closeAbove(depth: number): void {
    const closing = this.#open.slice(depth).reverse()
    if (closing.length === 0) return
    // Blur first, so that a field's pending value is saved before the field unmounts.
    const { activeElement } = this.#page.document
    if (activeElement && 'blur' in activeElement && typeof activeElement.blur === 'function')
      activeElement.blur()
    for (const layer of closing) layer.close()
  }

  /** Deferred, so that a layer that replaces another reuses its entry. */
  #plan(): void {
    if (this.#planned) return
    this.#planned = true
    this.#page.setTimeout(() => {
      this.#planned = false
      this.#syncHistory()
    }, 0)
  }

  #syncHistory(): void {
    if (this.#stepping !== null) return
    const wanted = this.#navigations.length > 0 ? 0 : this.#open.length
    if (wanted < this.#depth) {
      this.#step(wanted - this.#depth)
      return
    }
    const next = this.#navigations.shift()
    if (!next) this.#add(wanted)
    else if (next() === 'done') this.#plan()
  }

  #add(wanted: number): void {
    const { history } = this.#page
    if (wanted === this.#depth) return
    this.#screen = this.#screenKey()
    // Prevents the browser from restoring the scroll position when a layer's entry is removed.
    if (this.#depth === 0) history.scrollRestoration = 'manual'
    while (this.#depth < wanted) {
      this.#depth += 1
      history.pushState({ ...recordIn(history.state), layers: this.#depth }, '')
    }
  }

  #step(by: number): void {
    this.#stepping = this.#page.setTimeout(() => this.#ledNowhere(), longestStep)
    this.#page.history.go(by)
  }

  #ledNowhere(): void {
    const { history } = this.#page
    this.#stopStepping()
    if (this.#depth > 0) {
      const { layers: _, ...state } = recordIn(history.state)
      history.replaceState(state, '')
      this.#depth = 0
    }
    this.#syncHistory()
  }

  #stopStepping(): void {
    if (this.#stepping !== null) this.#page.clearTimeout(this.#stepping)
    this.#stepping = null
  }
}

function depthIn(state: unknown): number {
  const { layers } = recordIn(state)
  return typeof layers === 'number' ? layers : 0
}

function recordIn(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
