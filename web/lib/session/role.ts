import { useQuery } from '@tanstack/react-query'
import { profile } from '#contract/accounts/accounts.ts'
import { reading } from '../http/query-client.ts'
import { useSession } from './session.ts'

/**
 * Whether to show administrator features; null while loading. The stored role may be outdated, but the server
 * authorizes each call anyway.
 */
export function useIsAdmin(): boolean | null {
  const remembered = useSession()?.role === 'admin'
  const { data, isError } = useQuery(reading(profile, {}))
  if (data) return data.meta.role === 'admin'
  return remembered || (isError ? false : null)
}
