import { useEffect, useState } from 'react'
import { currentSession } from '#web/lib/session.ts'
import type { Unsent } from '#web/offline/outbox/unsent.ts'

/** What on this device has not reached the server; `text` is '' where nothing waits. */
export function useUnsent(): { readonly unsent: Unsent | null; readonly text: string } {
  const [state, setState] = useState<{ unsent: Unsent | null; text: string }>({ unsent: null, text: '' })
  useEffect(() => {
    let left = false
    const read = async () => {
      const { readUnsent, unsentText } = await import('#web/offline/outbox/unsent.ts')
      const unsent = await readUnsent(currentSession()?.userId ?? '')
      if (!left) setState({ unsent, text: unsent ? unsentText(unsent) : '' })
    }
    read().catch(() => undefined)
    return () => {
      left = true
    }
  }, [])
  return state
}
