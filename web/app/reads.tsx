import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '#web/lib/http/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useExchangingContacts } from './exchanging-contacts.ts'
import { useKeeping } from './keeping.ts'
import { usePickerReturn } from './picker-return.ts'
import { Program } from './program.tsx'
import { useSending } from './sending.ts'
import { useAccountSettings } from './use-account-settings.ts'

/** What screens need that read from the server; apart from the login, so that it stays light. */
export function Reads() {
  const userId = useSession()?.userId
  // What one account has read is not the next one's to see.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the account changes
  useEffect(() => () => queryClient.clear(), [userId])
  useSending(userId)
  useKeeping(userId)
  useAccountSettings(userId)
  useExchangingContacts(userId)
  usePickerReturn()
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {userId && <Program account={userId} />}
    </QueryClientProvider>
  )
}
