import { observable } from '#web/lib/page/observable.ts'
import { inASecond } from './stall.ts'

/** So many looks, a second apart, until a store without a reply counts as silent. */
const patience = 5

/** What was asked of the device's store and has no answer, and how often it was looked at since. */
const asked = new Map<object, number>()
const silent = observable(false)
let looking = false

/**
 * Whether something that was asked of the device's store gets no answer: whoever waits for it is told so. By looks, not
 * by the clock: a page that was frozen, or a device that slept, has waited for nothing meanwhile.
 */
export const isSilent = silent.get
export const onSilence = silent.subscribe

/** An answer is waited for; each that comes counts, also in part. */
export function awaitAnswer(to: object): void {
  asked.set(to, 0)
  if (!looking) inASecond(look)
  looking = true
  if (silent.get()) publish()
}

/** Nothing more is to come. */
export function answered(to: object): void {
  if (asked.delete(to) && silent.get()) publish()
}

/** While the main thread is busy, a reply may have arrived that no code has read yet. */
function look(isFree: boolean): void {
  if (isFree) for (const [to, looks] of asked) asked.set(to, looks + 1)
  looking = asked.size > 0
  if (looking) inASecond(look)
  publish()
}

function publish(): void {
  silent.set([...asked.values()].some((looks) => looks >= patience))
}
