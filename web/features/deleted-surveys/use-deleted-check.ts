import { useQuery } from '@tanstack/react-query'
import { listDeleted } from '#contract/surveys/surveys-deleted.ts'
import type { Failure } from '#web/lib/http/call.ts'
import { ReadFailed } from '#web/lib/http/query-client.ts'
import { syncDeletedSurveys } from '#web/offline/incoming/deleted-copy.ts'

/** Milliseconds between retries without network. */
const again = 20_000

export interface DeletedCheck {
  /** Why the last read failed, or null. */
  readonly failure: Failure | null
  readonly busy: boolean
  readonly retry: () => void
}

/** Syncs the list with the server; the screen reads it from the device. */
export function useDeletedCheck(account: string): DeletedCheck {
  const { error, isFetching, refetch } = useQuery({
    queryKey: [listDeleted.name, account],
    queryFn: async () => {
      const failure = await syncDeletedSurveys(account)
      if (failure) throw new ReadFailed(failure)
      return true
    },
    staleTime: 0,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.status === 'error' ? again : false),
  })
  return {
    failure: error instanceof ReadFailed ? error.failure : null,
    busy: isFetching,
    retry: () => void refetch(),
  }
}
