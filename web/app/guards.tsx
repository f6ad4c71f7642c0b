import type { ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '#web/lib/session.ts'

/** Without a session to the login, which leads back here afterwards. */
export function NeedsSession({ view: View }: { view: ComponentType }) {
  const session = useSession()
  const location = useLocation()
  if (!session) return <Navigate to="/" replace state={{ from: location.pathname + location.search }} />
  // A new account on this device starts with fresh screens.
  return <View key={session.userId} />
}
