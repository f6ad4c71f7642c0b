import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Loaded = { readonly default: ComponentType }

/** A part of the app with its code in files of its own. */
export interface ReadyLazy {
  readonly View: LazyExoticComponent<ComponentType>
  /** Brings the code ahead of need. */
  readonly load: () => Promise<void>
}

/**
 * As React's `lazy`, but what has been loaded before it is drawn is drawn at once: React by itself draws what stands in
 * for it first, and then keeps that for 300 ms.
 */
export function readyLazy(load: () => Promise<Loaded>): ReadyLazy {
  let loaded: Loaded | null = null
  const bring = async () => {
    loaded = await load()
    return loaded
  }
  return {
    View: lazy(() => (loaded ? atOnce(loaded) : bring())),
    load: async () => {
      await bring()
    },
  }
}

/** A promise that calls back within `then`, which React takes as loaded. */
function atOnce(loaded: Loaded): Promise<Loaded> {
  const kept = Promise.resolve(loaded)
  return Object.assign(kept, {
    // biome-ignore lint/suspicious/noThenProperty: that is what it is for
    then: (found: (value: Loaded) => unknown) => found(loaded),
  }) as Promise<Loaded>
}
