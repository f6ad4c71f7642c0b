import { useLayoutEffect } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { screenDrawn } from '#web/lib/start/first-screen.ts'

/** Beside a screen, and drawn with it: the page's own skeleton makes way. */
export function Drawn({ path }: { path: string }) {
  // Who is logged in is led on from the login.
  const leads = useSession() !== null && path === '/'
  useLayoutEffect(() => {
    if (!leads) screenDrawn()
  }, [leads])
  return null
}
