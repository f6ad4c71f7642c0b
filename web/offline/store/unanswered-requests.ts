import { observable } from '#web/lib/page/observable.ts'
import { afterOneSecond } from './stall.ts'

/** Number of checks, one second apart, until a store without a reply counts as silent. */
const patience = 5

/** Pending requests to the store, with the number of checks since their last reply. */
const asked = new Map<object, number>()
const silent = observable(false)
let looking = false

/**
 * Whether a request to the store gets no reply, so that screens can say so. Counts checks, not clock time,
 * because a frozen page or a sleeping device waits for nothing.
 */
export const hasUnansweredRequest = silent.get
export const onUnansweredRequest = silent.subscribe

/** Starts waiting for a reply. Call it again for each partial reply. */
export function awaitReply(to: object): void {
  asked.set(to, 0)
  if (!looking) afterOneSecond(look)
  looking = true
  if (silent.get()) publish()
}

/** Stops waiting. */
export function stopAwaitingReply(to: object): void {
  if (asked.delete(to) && silent.get()) publish()
}

/** While the main thread is busy, a reply may have arrived that no code has read yet. */
function look(isFree: boolean): void {
  if (isFree) for (const [to, looks] of asked) asked.set(to, looks + 1)
  looking = asked.size > 0
  if (looking) afterOneSecond(look)
  publish()
}

function publish(): void {
  silent.set([...asked.values()].some((looks) => looks >= patience))
}
