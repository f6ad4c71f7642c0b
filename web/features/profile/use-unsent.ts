import { useEffect, useState } from 'react'
import { currentSession } from '#web/lib/session/session.ts'
import type { Unsent } from '#web/offline/outbox/unsent.ts'
import { unsentText } from '#web/offline/outbox/unsent-text.ts'

/** Milliseconds to wait for the device's store before allowing logout. */
const patience = 2_000

export interface ReadUnsent {
  /** false: the device's store could not be read. */
  readonly known: boolean
  /** null: no unsent work is known. */
  readonly unsent: Unsent | null
  /** Describes the unsent work; '' for none. */
  readonly text: string
}

/** Watches the account's unsent work. null until it is read. */
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
    // The dialog says that unsent work is unknown.
    begin().catch(notKnown)
    return () => {
      left = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return read
}
