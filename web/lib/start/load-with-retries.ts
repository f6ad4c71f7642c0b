import { reloadFailedStyles } from './failed-styles.ts'
import { waitForNetwork } from './wait-for-network.ts'

/** Loads a part of the app that has no placeholder, retrying until it succeeds. */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      if (!isFirst) await reloadFailedStyles()
      return await load()
    } catch {
      // Retry for as long as the page is open.
      await waitForNetwork()
    }
  }
}
