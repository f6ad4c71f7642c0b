import { type FunctionComponent, use } from 'react'
import { reloadFailedStyles } from './failed-styles.ts'
import { isLoadFailure, NotLoaded } from './not-loaded.ts'

/** A part of the app whose code is in separate files. */
export interface LazyPart<Props> {
  /** Throws `NotLoaded` if the files fail to load. */
  readonly View: FunctionComponent<Props>
  /** Preloads the code. */
  readonly load: () => Promise<unknown>
}

/**
 * Like React's `lazy`, with two differences: a part that is already loaded renders at once, where React shows
 * the fallback for 300 ms; and a failed load can be retried, where React keeps the failure.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | null = null
  let coming: Promise<FunctionComponent<Props>> | null = null
  let hasFailed = false

  async function bring(): Promise<FunctionComponent<Props>> {
    try {
      if (hasFailed) await reloadFailedStyles()
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
