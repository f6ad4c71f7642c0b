import { useQuery } from '@tanstack/react-query'
import { listContacts } from '#contract/accounts/contacts.ts'
import { ReadFailed } from '#web/lib/http/query-client.ts'
import { exchangeContacts } from '#web/offline/contacts/exchange.ts'

export interface ContactsCheck {
  /** The server has said what there is, at least once on this page. */
  readonly isTold: boolean
  /** Why its word is missing; null while it is asked, and once it has come. */
  readonly problem: string | null
  readonly busy: boolean
  readonly retry: () => void
}

/** Asks the server; what it says goes through the device's contacts. */
export function useContactsCheck(account: string): ContactsCheck {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [listContacts.name, account],
    queryFn: async () => {
      const failure = await exchangeContacts(account)
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
