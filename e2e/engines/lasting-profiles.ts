import type { EngineName } from './engine.ts'

/** Set by the soak: journeys start on an ordinary profile whose cache has the app's files. */
const isOn = process.env.LASTING_PROFILES === '1'

/** Journeys about the app's first start, without a cache. */
const firstStart: readonly string[] = ['screen-not-loaded']

/**
 * Journeys that need WebDriver. WebKit with an ordinary profile is controlled by its inspector: one page, no
 * downloads or geolocation, synthetic input, a window of 1024 × 730, and no call that outlives its document.
 */
const needsDriver: readonly string[] = [
  'field-types',
  'killed-at-any-moment',
  'main-job',
  'pictures',
  'to-and-fro',
  'two-tabs',
  'typing-place',
  'without-network',
]

/** Whether the journeys of a file start on a used profile. */
export function opensTwice(engine: EngineName, file: string): boolean {
  return isOn && !firstStart.includes(file) && !(engine === 'webkit' && needsDriver.includes(file))
}
