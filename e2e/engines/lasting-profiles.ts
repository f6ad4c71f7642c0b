import type { EngineName } from './engine.ts'

/** Set by the soak: journeys begin on an ordinary profile that was opened before, whose cache has the app's files. */
const isOn = process.env.LASTING_PROFILES === '1'

/** About the app's very first start, when nothing is cached. */
const firstStart: readonly string[] = ['screen-not-loaded']

/**
 * WebKit with an ordinary profile is driven by its inspector: one page, no downloads, no position, synthetic keys and
 * presses, a window of 1024 × 730, and no call that outlives its document. These journeys need WebDriver.
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

/** Whether the journeys of a file begin on a profile that was opened before. */
export function opensTwice(engine: EngineName, file: string): boolean {
  return isOn && !firstStart.includes(file) && !(engine === 'webkit' && needsDriver.includes(file))
}
