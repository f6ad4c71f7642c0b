import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Layers, type Page } from './layers.ts'

interface Entry {
  readonly state: unknown
  readonly href: string
  scroll: ScrollRestoration
}

/** A fake browser history with asynchronous steps, and a router that listens to it. */
class Tab {
  entries: Entry[] = [{ state: { idx: 0 }, href: '/list', scroll: 'auto' }]
  at = 0
  routed: string[] = []
  #listeners: ((event: Event) => void)[] = []
  #due: (() => void)[] = []
  #timers = new Map<number, () => void>()
  #timer = 0
  readonly page: Page

  constructor() {
    const tab = this
    this.page = {
      history: {
        get state() {
          return tab.now.state
        },
        get scrollRestoration() {
          return tab.now.scroll
        },
        set scrollRestoration(scroll) {
          tab.now.scroll = scroll
        },
        pushState: (state) => tab.push(state, tab.now.href),
        replaceState: (state) => {
          tab.entries[tab.at] = { ...tab.now, state }
        },
        go: (by = 0) => tab.#due.push(() => tab.go(by)),
      },
      location: {
        get href() {
          return tab.now.href
        },
        get pathname() {
          return tab.now.href
        },
      },
      document: { activeElement: null },
      addEventListener: (_type, listen) => tab.#listeners.push(listen),
      setTimeout: (run, milliseconds) => {
        tab.#timer += 1
        if (milliseconds > 0) tab.#timers.set(tab.#timer, run)
        else tab.#due.push(run)
        return tab.#timer
      },
      clearTimeout: (timer) => tab.#timers.delete(timer),
    }
  }

  get now(): Entry {
    const entry = this.entries[this.at]
    if (!entry) throw new Error('Nowhere')
    return entry
  }

  push(state: unknown, href: string): void {
    this.entries = [...this.entries.slice(0, this.at + 1), { state, href, scroll: this.now.scroll }]
    this.at += 1
  }

  go(by: number): void {
    if (!this.entries[this.at + by]) return
    this.at += by
    let stopped = false
    const event = Object.assign(new Event('popstate'), {
      stopImmediatePropagation: () => {
        stopped = true
      },
    })
    for (const listen of this.#listeners) listen(event)
    if (!stopped) this.routed.push(this.now.href)
  }

  /** Runs until nothing is pending. */
  rest(): void {
    for (let turn = 0; this.#due.length > 0 || this.#timers.size > 0; turn++) {
      if (turn > 500) throw new Error('The tab never becomes idle')
      const due = this.#due.shift()
      if (due) {
        due()
        continue
      }
      const [timer, run] = [...this.#timers][0] ?? []
      if (timer !== undefined) this.#timers.delete(timer)
      run?.()
    }
  }

  /** State of a reloaded page: only the history. */
  reloaded(): Tab {
    const next = new Tab()
    next.entries = this.entries
    next.at = this.at
    return next
  }
}

/** A simulated user at a screen with dialogs. */
function somebody(tab = new Tab()) {
  const layers = new Layers(tab.page)
  const open: { name: string; gone: () => void }[] = []
  let count = 0
  return {
    tab,
    layers,
    get open() {
      return open.map(({ name }) => name)
    },
    show(name: string, stays = false): () => void {
      const gone = layers.open({ close: () => !stays && close() })
      const one = { name, gone }
      const close = () => {
        if (!open.includes(one)) return
        open.splice(open.indexOf(one), 1)
        gone()
      }
      open.push(one)
      return close
    },
    /** Navigates as the router does; a screen's dialogs close with it. */
    lead(href: string): void {
      count += 1
      const state = { idx: count, key: `key-${count}` }
      layers.navigate(() => {
        tab.push(state, href)
        for (const { gone } of open.splice(0)) gone()
      })
    },
    by(step: number): void {
      tab.go(step)
      tab.rest()
    },
  }
}

const addresses = (tab: Tab) => tab.entries.map(({ href }) => href)

describe('one step back', () => {
  test('closes the top layer without notifying the router', () => {
    const me = somebody()
    me.lead('/survey')
    me.show('sections')
    me.tab.rest()
    me.show('question')
    me.tab.rest()
    me.by(-1)
    expect(me.open).toEqual(['sections'])
    me.by(-1)
    expect(me.open).toEqual([])
    expect(me.tab.routed).toEqual([])
    me.by(-1)
    expect(me.tab.routed).toEqual(['/list'])
  })

  test('asks first, every time, if the layer asks before closing', () => {
    const me = somebody()
    me.lead('/survey')
    me.show('drawing', true)
    me.tab.rest()
    for (let again = 0; again < 3; again++) me.by(-1)
    expect(me.open).toEqual(['drawing'])
    expect(me.tab.now.href).toBe('/survey')
  })
})

test('removes the entry of a layer closed otherwise, so that the next step leaves the screen', () => {
  const me = somebody()
  me.lead('/survey')
  const close = me.show('media')
  me.tab.rest()
  close()
  me.tab.rest()
  me.by(-1)
  expect(me.tab.now.href).toBe('/list')
})

test('going forward does not reopen a layer', () => {
  const me = somebody()
  me.show('media')
  me.tab.rest()
  me.by(-1)
  me.by(1)
  expect([me.open, me.tab.at, me.tab.routed]).toEqual([[], 0, []])
})

test('a navigation from a layer leaves no entry of it behind', () => {
  const me = somebody()
  me.show('sections')
  me.show('question')
  me.tab.rest()
  me.lead('/survey')
  me.tab.rest()
  expect(addresses(me.tab)).toEqual(['/list', '/survey'])
  expect(me.tab.at).toBe(1)
})

test('a layer that replaces another reuses its entry', () => {
  const me = somebody()
  const close = me.show('file')
  me.tab.rest()
  close()
  me.show('question')
  me.tab.rest()
  expect([me.tab.entries.length, me.tab.at]).toEqual([2, 1])
})

test('a page reloaded under a layer goes back over its entry', () => {
  const me = somebody()
  me.lead('/survey')
  me.show('drawing')
  me.tab.rest()
  const again = somebody(me.tab.reloaded())
  again.tab.rest()
  again.by(-1)
  expect(again.tab.now.href).toBe('/list')
})

test('a step that leads nowhere blocks nothing', () => {
  const me = somebody()
  me.show('media')
  me.tab.rest()
  // A duplicated tab has only one entry.
  me.tab.entries = [me.tab.now]
  me.tab.at = 0
  me.lead('/survey')
  me.tab.rest()
  expect(me.tab.now.href).toBe('/survey')
})

test('entries and layers agree after any sequence of actions, with no entries left between screens', () => {
  const deed = fc.constantFrom(
    'show',
    'stay',
    'close',
    'close below',
    'lead',
    'back',
    'forward',
    'twice back',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(deed, fc.boolean()), { maxLength: 30 }), (deeds) => {
      const me = somebody()
      const closers: (() => void)[] = []
      let screens = 0
      for (const [what, rests] of deeds) {
        if (what === 'show' || what === 'stay') closers.push(me.show(what, what === 'stay'))
        else if (what === 'close') closers.pop()?.()
        else if (what === 'close below') closers.shift()?.()
        else if (what === 'lead') {
          screens += 1
          me.lead(`/${screens}`)
        } else me.tab.go(what === 'back' ? -1 : what === 'forward' ? 1 : -2)
        if (rests) me.tab.rest()
      }
      me.tab.rest()
      const depth = (entry: Entry | undefined) =>
        Number((entry?.state as { layers?: number } | undefined)?.layers ?? 0)
      // A screen left by several steps at once may keep its layers until it unmounts.
      expect(depth(me.tab.now)).toBeLessThanOrEqual(me.open.length)
      const here = me.tab.entries.slice(0, me.tab.at + 1)
      for (const [index, entry] of here.entries()) {
        const next = here[index + 1]
        if (depth(entry) > 0 && next) expect(depth(next)).toBe(depth(entry) + 1)
      }
    }),
    { numRuns: 300 },
  )
})
