import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { guestAttachment } from '#contract/sharing/guest-dashboard.ts'
import { type CallResult, call } from '#web/lib/http/call.ts'
import { handOver } from '#web/lib/http/download.ts'
import { ReadFailed } from '#web/lib/http/query-client.ts'
import { addressOf } from '../../lib/http/call.ts'
import { endGuestSession, type GuestSession, guestSession } from './guest-session.ts'

/** Calls an endpoint as the guest. Ends the session if the server reports that it expired. */
export async function guestCall<E extends Endpoint>(
  session: GuestSession,
  endpoint: E,
  input: InputOf<E>,
  options: { readonly form?: FormData; readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<CallResult<E>> {
  const result = await call(endpoint, input, { ...options, token: session.token })
  if (!result.ok && result.status === 401) refused(session)
  return result
}

/** A guest query without caching: sharing can end at any time. */
export function guestReading<E extends Endpoint>(session: GuestSession, endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.name, session.phone],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const result = await guestCall(session, endpoint, input, { signal })
      if (!result.ok) throw new ReadFailed(result)
      return result.reply
    },
  })
}

/** Downloads the guest's attachment. Returns false on failure. */
export async function saveAttachment(session: GuestSession, name: string): Promise<boolean> {
  try {
    const answer = await fetch(addressOf(guestAttachment, {}), {
      headers: { token: session.token },
      cache: 'no-store',
      credentials: 'omit',
    })
    if (answer.status === 401) refused(session)
    if (!answer.ok) return false
    handOver(await answer.blob(), name)
    return true
  } catch {
    // Unreachable or interrupted: the caller shows the failure.
    return false
  }
}

/** Ends the session only if it is still the one that was rejected. */
function refused({ token }: GuestSession): void {
  if (guestSession()?.token === token) endGuestSession({ expired: true })
}
