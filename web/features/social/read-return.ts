import type { StoredAttempt } from './attempt-store.ts'

/** The parameters of the URL on arrival. */
export type Arrival =
  | { readonly kind: 'none' }
  /** An emailed link. */
  | { readonly kind: 'link'; readonly token: string }
  /** Rejected by the provider, or this tab sent no request. */
  | { readonly kind: 'failed'; readonly cancelled: boolean; readonly attempt: StoredAttempt | null }
  | { readonly kind: 'answer'; readonly attempt: StoredAttempt; readonly code: string; readonly iss?: string }

/** Parses the URL of a return from a provider or of an emailed link. */
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
