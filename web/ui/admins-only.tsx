import type { ReactNode } from 'react'
import { useIsAdmin } from '#web/lib/session/role.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { NotAllowed } from './not-allowed.tsx'

/** Renders its children for administrators; shows others that the screen is restricted. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const isAdmin = useIsAdmin()
  if (isAdmin === null) return <LoadingScreen />
  return isAdmin ? children : <NotAllowed />
}
