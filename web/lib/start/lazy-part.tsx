import { type FunctionComponent, use } from 'react'
import { bringFailedStyles } from './failed-styles.ts'
import { isLoadFailure, NotLoaded } from './not-loaded.ts'

/** A part of the app with its code in files of its own. */
export interface LazyPart<Props> {
  /** Throws `NotLoaded` where the files cannot be had. */
  readonly View: FunctionComponent<Props>
  /** Brings the code ahead of need. */
  readonly load: () => Promise<unknown>
}

/**
 * As React's `lazy`, but what has been loaded before it is drawn is drawn at once: React by itself draws what stands in
 * for it first, and then keeps that for 300 ms. And what could not be loaded can be asked for again: React by itself
 * keeps the failure for as long as the page is open.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | null = null
  let coming: Promise<FunctionComponent<Props>> | null = null
  let hasFailed = false

  async function bring(): Promise<FunctionComponent<Props>> {
    try {
      if (hasFailed) await bringFailedStyles()
      loaded = await load()
      return loaded
    } catch (cause) {
      hasFailed = true
      throw cause
    }
  }
  function forget(): void {
    coming = null
  }
  function wanted(): Promise<FunctionComponent<Props>> {
    coming ??= bring().catch((cause: unknown) => {
      throw isLoadFailure(cause) ? new NotLoaded(cause, { again: bring, forget }) : cause
    })
    return coming
  }
  function View(props: Props) {
    const Loaded = loaded ?? use(wanted())
    return <Loaded {...props} />
  }
  return { View, load: bring }
}
