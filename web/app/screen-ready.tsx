import { useLayoutEffect } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { screenDrawn } from '#web/lib/start/first-screen.ts'

/** Rendered beside a screen; removes the page's skeleton. */
export function Drawn({ path }: { path: string }) {
  // The login redirects a logged-in user.
  const leads = useSession() !== null && path === '/'
  useLayoutEffect(() => {
    if (!leads) screenDrawn()
  }, [leads])
  return null
}
