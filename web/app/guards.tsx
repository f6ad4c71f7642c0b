import { type ComponentType, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '#web/lib/session/session.ts'
import { Drawn } from './drawn.tsx'
import { preloadSessionEnded } from './preload.ts'

/** Without a session to the login, which leads back here afterwards. */
export function NeedsSession({ view: View, asks }: { view: ComponentType; asks: boolean }) {
  const session = useSession()
  const location = useLocation()
  useEffect(preloadSessionEnded, [])
  const [whose, setWhose] = useState(session?.userId)
  if (session && session.userId !== whose) setWhose(session.userId)
  if (!session) {
    const from = location.pathname + location.search
    return <Navigate to="/" replace state={{ from, whose, asks }} />
  }
  // A new account on this device starts with fresh screens.
  return (
    <>
      <View key={session.userId} />
      <Drawn path={location.pathname} />
    </>
  )
}
