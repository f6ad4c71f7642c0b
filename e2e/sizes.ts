import type { Size } from './chromium.ts'

/** `npm run soak`: whatever a run in a quarter of an hour has no time for. */
export const isSoak = process.env.SOAK === '1'

/**
 * The sizes of a journey that is the same on all of them: the usual one, since a run has to end in time, and all with
 * `npm run soak`. What looks different on a phone and on a desktop has its journeys on both.
 */
export function usually(size: Size): readonly Size[] {
  return isSoak ? ['phone', 'desktop'] : [size]
}
