import type { live } from '#contract/health.ts'
import { liveCall } from '#contract/live-call.ts'
import { call } from '#web/lib/http/call.ts'
import { observable } from '#web/lib/page/observable.ts'

/** Milliseconds between two checks. */
const pause = 15_000
const answerWithin = 10_000
/** A slow network may still be loading at the first failed check. */
const checksBeforeNotice = 2

let isLoaded = false
const missing = observable(false)

/** Work waits, the server answers, and the code that sends failed to load. */
export const isSenderMissing = missing.get
export const onSenderMissing = missing.subscribe

/** Once loaded it stays with the page. */
export function senderLoaded(): void {
  isLoaded = true
  missing.set(false)
}

/**
 * Checks until the code is loaded, or the returned function is called. WebKit and Firefox never retry an
 * import that failed offline, and WebKit's may hang. Then only a reload helps, and the user must know.
 */
export function watchForSender(account: string): () => void {
  let failedChecks = 0
  let ended = false
  const timer = setInterval(() => {
    if (isLoaded) clearInterval(timer)
    // The next check retries a failure.
    else void look().catch(() => undefined)
  }, pause)
  const look = async () => {
    const isDue = await isSendingBlocked(account)
    if (isLoaded || ended) return
    failedChecks = isDue ? failedChecks + 1 : 0
    missing.set(failedChecks >= checksBeforeNotice)
  }
  return () => {
    ended = true
    clearInterval(timer)
    missing.set(false)
  }
}

async function isSendingBlocked(account: string): Promise<boolean> {
  // Guests and sign-up load this file too, and must not open the device's store.
  const { db, onDevice } = await import('#web/offline/store/database.ts')
  const waiting = await onDevice(() => db.outbox.where({ account }).count())
  return waiting > 0 && (await call<typeof live>(liveCall, {}, { timeout: answerWithin })).ok
}
