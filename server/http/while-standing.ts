import type { Readable } from 'node:stream'

/** Whether the reader may still have it; asked while it runs, and what runs is cut once it says no. */
export type Standing = () => Promise<boolean>

/** How soon a running reply ends after its link or session did, in milliseconds. */
const askedEvery = 1_000

/**
 * The stream, which breaks off once what it was opened with has ended. A database that cannot be asked has not said no,
 * and nobody could have ended anything in it meanwhile: it is asked again.
 */
export function whileStanding(stream: Readable, standing: Standing | undefined): Readable {
  if (!standing) return stream
  let asking = false
  const timer = setInterval(async () => {
    if (asking) return
    asking = true
    const stands = await standing().catch(() => true)
    asking = false
    if (!stands) stream.destroy(new Error('What it was opened with has ended'))
  }, askedEvery)
  stream.once('close', () => clearInterval(timer))
  return stream
}
