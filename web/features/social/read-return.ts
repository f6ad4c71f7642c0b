import type { StoredAttempt } from './attempt-store.ts'

/** What stands in the address on arrival. */
export type Arrival =
  | { readonly kind: 'none' }
  /** A link out of a mail. */
  | { readonly kind: 'link'; readonly token: string }
  /** The provider said no, or this tab never asked. */
  | { readonly kind: 'failed'; readonly cancelled: boolean; readonly attempt: StoredAttempt | null }
  | { readonly kind: 'answer'; readonly attempt: StoredAttempt; readonly code: string; readonly iss?: string }

/** Reads an address that a provider, or a mail, led to. */
export function readReturn(search: string, take: (state: string) => StoredAttempt | null): Arrival {
  const given = new URLSearchParams(search)
  const token = given.get('join')
  if (token) return { kind: 'link', token }
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => given.get(name))
  if (!code && !error) return { kind: 'none' }
  const attempt = state ? take(state) : null
  if (!code || !attempt) return { kind: 'failed', cancelled: error === 'access_denied', attempt }
  return { kind: 'answer', attempt, code, ...(iss ? { iss } : {}) }
}
