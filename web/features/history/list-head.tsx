import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { myTeams } from '#contract/sharing/teams.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { lastHeight, storeHeight } from '#web/lib/page/last-visit.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useIsLastEditedKnown } from './continue-survey.tsx'

/**
 * The part of the dashboard above the filters. Its parts load shortly after the first paint; until then it reserves
 * the height of the last visit, so nothing below jumps.
 */
export function ListHead({ children }: { children: ReactNode }) {
  const account = useSession()?.userId ?? ''
  const { isPending } = useQuery(reading(myTeams, {}))
  const isKnown = useIsLastEditedKnown(account) && !isPending
  const place = useRef<HTMLDivElement>(null)
  const [before] = useState(() => lastHeight(account, 'list-head'))
  useEffect(() => {
    if (!isKnown || !place.current) return
    const watch = new ResizeObserver(([seen]) => {
      if (seen) storeHeight(account, 'list-head', Math.round(seen.contentRect.height))
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [account, isKnown])
  return (
    <div ref={place} style={{ display: 'flow-root', minHeight: isKnown ? undefined : before }}>
      {children}
    </div>
  )
}
