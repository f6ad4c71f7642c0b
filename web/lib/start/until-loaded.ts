import { bringFailedStyles } from './failed-styles.ts'
import { networkMayBeBack } from './network-may-be-back.ts'

/**
 * Loads a part of the app that nothing stands in for, and that must not stay away because the network was gone in the
 * one moment when it was wanted.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      if (!isFirst) await bringFailedStyles()
      return await load()
    } catch {
      // Tried again as long as the page is open.
      await networkMayBeBack()
    }
  }
}
