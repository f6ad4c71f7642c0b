import { useEffect, useState } from 'react'
import { currentSession } from '#web/lib/session/session.ts'
import type { Unsent } from '#web/offline/outbox/unsent.ts'
import { unsentText } from '#web/offline/outbox/unsent-text.ts'

/** Longer nobody who wants to leave is kept waiting for a device's store that does not answer. */
const patience = 2_000

export interface ReadUnsent {
  /** false: the device's store did not say. */
  readonly known: boolean
  /** null: nothing waits, as far as is known. */
  readonly unsent: Unsent | null
  /** What waits, in words; '' where nothing does. */
  readonly text: string
}

/** What on this device has not reached the server, and what becomes of it meanwhile; null until that is read. */
export function useUnsent(): ReadUnsent | null {
  const [read, setRead] = useState<ReadUnsent | null>(null)
  useEffect(() => {
    let left = false
    let stop = () => {}
    const notKnown = () => {
      if (!left) setRead((before) => before ?? { known: false, unsent: null, text: '' })
    }
    const timer = setTimeout(notKnown, patience)
    const begin = async () => {
      const { watchUnsent } = await import('#web/offline/outbox/unsent.ts')
      if (left) return
      stop = watchUnsent(
        currentSession()?.userId ?? '',
        (unsent) => setRead({ known: true, unsent, text: unsent ? unsentText(unsent) : '' }),
        notKnown,
      )
    }
    // What is not known is said as such: the person decides with that in sight.
    begin().catch(notKnown)
    return () => {
      left = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return read
}
