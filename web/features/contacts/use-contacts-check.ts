import { useQuery } from '@tanstack/react-query'
import { listContacts } from '#contract/accounts/contacts.ts'
import { ReadFailed } from '#web/lib/http/query-client.ts'
import { syncContacts } from '#web/offline/contacts/sync-contacts.ts'

export interface ContactsCheck {
  /** The server replied at least once since this page opened. */
  readonly isTold: boolean
  /** Why the last read failed, or null. */
  readonly problem: string | null
  readonly busy: boolean
  readonly retry: () => void
}

/** Syncs contacts with the server; the list reads them from the device. */
export function useContactsCheck(account: string): ContactsCheck {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [listContacts.name, account],
    queryFn: async () => {
      const failure = await syncContacts(account)
      if (failure) throw new ReadFailed(failure)
      return true
    },
    staleTime: 0,
    refetchOnReconnect: true,
  })
  return {
    isTold: data ?? false,
    problem: error?.message ?? null,
    busy: isFetching,
    retry: () => void refetch(),
  }
}
