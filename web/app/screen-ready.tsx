import { useLayoutEffect } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { markScreenDrawn } from '#web/lib/start/first-screen.ts'

/** Rendered beside a screen; removes the page's skeleton. */
export function ScreenReady({ path }: { path: string }) {
  // The login redirects a logged-in user.
  const isRedirecting = useSession() !== null && path === '/'
  useLayoutEffect(() => {
    if (!isRedirecting) markScreenDrawn()
  }, [isRedirecting])
  return null
}
