import type { Readable } from 'node:stream'

/** Returns whether the client may still receive the reply. It is polled while the reply runs; false cuts it. */
export type IsAuthorized = () => Promise<boolean>

/** How soon a running reply ends after its link or session, in milliseconds. */
const checkInterval = 1_000

/**
 * Cuts the stream when the link or session that opened it ends. A database error does not count as ended; the
 * next poll tries again.
 */
export function whileAuthorized(stream: Readable, isAuthorized: IsAuthorized | undefined): Readable {
  if (!isAuthorized) return stream
  let asking = false
  const timer = setInterval(async () => {
    if (asking) return
    asking = true
    const authorized = await isAuthorized().catch(() => true)
    asking = false
    if (!authorized) stream.destroy(new Error('The link or session has ended'))
  }, checkInterval)
  stream.once('close', () => clearInterval(timer))
  return stream
}
