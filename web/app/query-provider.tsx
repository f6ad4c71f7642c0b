import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { takePickerReturn } from '#web/lib/files/picker-return.ts'
import { queryClient } from '#web/lib/http/query-client.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { AppServices } from './app-services.tsx'
import { useBackground } from './background.ts'
import { useAccountSettings } from './use-account-settings.ts'

/** Provides queries to screens; separate from the login to keep that light. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const userId = useSession()?.userId
  // Clears the cache when the account changes: the next account must not see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the account changes
  useEffect(() => () => queryClient.clear(), [userId])
  useBackground(userId)
  useAccountSettings(userId)
  usePickerReturn()
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      {userId && <AppServices account={userId} />}
    </QueryClientProvider>
  )
}

let hasAskedForReturn = false

/** Returns to the field if the phone unloaded the page while the camera was open. */
function usePickerReturn(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (hasAskedForReturn) return
    hasAskedForReturn = true
    const back = takePickerReturn()
    if (back) navigate(back.path, { replace: true, state: { field: back.field } })
  }, [navigate])
}
