import type { Size } from './chromium.ts'

/** `npm run soak`: also runs what does not fit into a regular run. */
export const isSoak = process.env.SOAK === '1'

/**
 * Sizes of a journey that is the same on all of them: only the usual one, or all with `npm run soak`.
 * Journeys whose layout differs run on both.
 */
export function usually(size: Size): readonly Size[] {
  return isSoak ? ['phone', 'desktop'] : [size]
}
