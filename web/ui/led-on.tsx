import type { ComponentProps } from 'react'
import { Navigate } from '#web/lib/page/router.tsx'
import { Waiting } from './waiting.tsx'

/** Leads to another screen. Its files may take a while to come: meanwhile it is said to be on its way. */
export function LedOn(props: ComponentProps<typeof Navigate>) {
  return (
    <>
      <Navigate {...props} />
      <Waiting />
    </>
  )
}
