/** What lies above a screen and goes with one step back: a dialog, a drawer, a question. */
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
 * A step of ours is told within milliseconds, on a busy device within a second or two. One that is not told led
 * nowhere: the entry was the tab's first.
 */
const longestStep = 5_000

/**
 * Back closes the layer on top. Each open layer has an entry of its own in the history, at the address of its screen;
 * the entry's state says how many layers were open there. Steps between such entries are this module's alone: the
 * router never hears of them, so no screen is drawn anew for them.
 *
 * Layers open and close as they like and the history follows: entries are added where layers are more, and gone back
 * over where they are fewer. A navigation waits until the entries of all layers are gone, so that none is left between
 * two screens; what is gone back over does not open again by going forward.
 */
export class Layers {
  readonly #page: Page
  #open: readonly Layer[] = []
  /** How many entries of layers lie between where the browser stands and the screen's own entry. */
  #depth: number
  /** The screen's entry that the browser stands on or above. */
  #screen: string
  /** A step of ours is under way: its `popstate` is still to come. */
  #stepping: number | null = null
  #navigations: (() => 'done' | 'stepping')[] = []
  #planned = false

  constructor(page: Page) {
    this.#page = page
    this.#depth = depthIn(page.history.state)
    this.#screen = this.#standing()
    page.addEventListener('popstate', (event) => this.#stepped(event), { capture: true })
    // The page was loaded anew while a layer was open: its entry goes, the layer does not come back.
    if (this.#depth > 0) this.#plan()
  }

  /** Returns how the layer says that it is closed, by whatever. */
  open(layer: Layer): () => void {
    this.#open = [...this.#open, layer]
    this.#plan()
    return () => {
      this.#open = this.#open.filter((one) => one !== layer)
      this.#plan()
    }
  }

  /** To another address, once no entry of a layer is in the way; at once where there is none. */
  navigate(go: () => void): void {
    this.#navigations.push(() => {
      const { pathname } = this.#page.location
      go()
      if (this.#page.location.pathname !== pathname) this.#open = []
      this.#screen = this.#standing()
      return 'done'
    })
    this.#settle()
  }

  /** Through the history; entries of layers are not counted. */
  step(by: number): void {
    this.#navigations.push(() => {
      this.#step(by)
      return 'stepping'
    })
    this.#settle()
  }

  #standing(): string {
    const { history, location } = this.#page
    const { key = 'default', idx = 0 } = recordIn(history.state)
    return `${key} ${idx} ${location.href}`
  }

  #stepped(event: Event): void {
    const [wasOurs, before] = [this.#stepping !== null, this.#depth]
    this.#stopStepping()
    const screen = this.#standing()
    this.#depth = depthIn(this.#page.history.state)
    const stays = screen === this.#screen && before + this.#depth > 0
    this.#screen = screen
    if (this.#depth === 0) this.#page.history.scrollRestoration = 'auto'
    if (stays) event.stopImmediatePropagation()
    // What was above the screen that is left goes with it.
    else this.#open = []
    if (stays && !wasOurs) this.#closeAbove(this.#depth)
    this.#plan()
  }

  /** Somebody went back. A layer that does not go, since it asks first or is busy, has its entry again in a moment. */
  #closeAbove(depth: number): void {
    const closing = this.#open.slice(depth).reverse()
    if (closing.length === 0) return
    // What is written as a field is left is written before the field goes.
    const { activeElement } = this.#page.document
    if (activeElement && 'blur' in activeElement && typeof activeElement.blur === 'function')
      activeElement.blur()
    for (const layer of closing) layer.close()
  }

  /** Not at once: a layer that makes room for another one keeps its entry for it. */
  #plan(): void {
    if (this.#planned) return
    this.#planned = true
    this.#page.setTimeout(() => {
      this.#planned = false
      this.#settle()
    }, 0)
  }

  #settle(): void {
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
    this.#screen = this.#standing()
    // A screen that was scrolled under a layer, or for what a layer led to, is not scrolled back as its entry goes.
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
    this.#settle()
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
