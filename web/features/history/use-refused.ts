import { useEffect, useState } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { type Refused, readRefused } from '#web/offline/record/discard.ts'

/** The survey's changes that the server rejected; null while loading. */
export function useRefused(survey: string): Refused | null {
  const account = useSession()?.userId ?? ''
  const [refused, setRefused] = useState<Refused | null>(null)
  useEffect(() => {
    readRefused(account, survey).then(setRefused, () => setRefused({ entries: [], problems: [], losses: [] }))
  }, [account, survey])
  return refused
}
