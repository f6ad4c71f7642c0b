import type { ComponentProps } from 'react'
import { Navigate } from '#web/lib/page/router.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/** Redirects to another screen, and shows a loading state until that screen's files arrive. */
export function Redirect(props: ComponentProps<typeof Navigate>) {
  return (
    <>
      <Navigate {...props} />
      <LoadingScreen />
    </>
  )
}
