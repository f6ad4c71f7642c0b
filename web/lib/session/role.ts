import { useQuery } from '@tanstack/react-query'
import { profile } from '#contract/accounts/accounts.ts'
import { reading } from '../http/query-client.ts'
import { useSession } from './session.ts'

/**
 * Whether to show what is for administrators; null while the server is asked. What the device remembers of the role
 * may be old either way; the server decides at every call, whatever is shown.
 */
export function useIsAdmin(): boolean | null {
  const remembered = useSession()?.role === 'admin'
  const { data, isError } = useQuery(reading(profile, {}))
  if (data) return data.meta.role === 'admin'
  return remembered || (isError ? false : null)
}
