import { useEffect, useState } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { type RejectedChanges, readRejected } from '#web/offline/record/discard.ts'

/** The survey's changes that the server rejected; null while loading. */
export function useRefused(survey: string): RejectedChanges | null {
  const account = useSession()?.userId ?? ''
  const [refused, setRefused] = useState<RejectedChanges | null>(null)
  useEffect(() => {
    readRejected(account, survey).then(setRefused, () =>
      setRefused({ entries: [], problems: [], losses: [] }),
    )
  }, [account, survey])
  return refused
}
