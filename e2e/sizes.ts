import type { Size } from './chromium.ts'

/**
 * The sizes of a journey that is the same on all of them: the usual one, since a run has to end in time, and all with
 * `npm run soak`. What looks different on a phone and on a desktop has its journeys on both.
 */
export function usually(size: Size): readonly Size[] {
  return process.env.SOAK === '1' ? ['phone', 'desktop'] : [size]
}
