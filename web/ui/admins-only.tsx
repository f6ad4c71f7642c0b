import type { ReactNode } from 'react'
import { useIsAdmin } from '#web/lib/session/role.ts'
import { NotAllowed } from './not-allowed.tsx'
import { Waiting } from './waiting.tsx'

/** What stands inside is for administrators; others see that it is. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const isAdmin = useIsAdmin()
  if (isAdmin === null) return <Waiting />
  return isAdmin ? children : <NotAllowed />
}
