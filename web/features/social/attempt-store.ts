/** A sign-in at a provider that has begun in this tab; gone as soon as the answer is read. */
export interface StoredAttempt {
  readonly state: string
  /** Never leaves this browser but for our own server: an answer that somebody else got is of no use here. */
  readonly secret: string
  readonly provider: string
  /** As its button names it. */
  readonly name: string
  readonly purpose: 'login' | 'sign-up' | 'join'
  /** Where the guards came from. */
  readonly from?: unknown
  /** The account that was there. */
  readonly whose?: unknown
}

const place = 'social-attempt'

export function keepAttempt(attempt: StoredAttempt): void {
  sessionStorage.setItem(place, JSON.stringify(attempt))
}

/** The attempt that a state belongs to; null where this tab began none, or another one. */
export function keptAttempt(state: string): StoredAttempt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return isAttempt(kept) && kept.state === state ? kept : null
  } catch {
    // What is stored is no attempt, so the sign-in begins anew.
    return null
  }
}

/** Its answer was read. */
export function forgetAttempt(): void {
  sessionStorage.removeItem(place)
}

function isAttempt(value: unknown): value is StoredAttempt {
  if (typeof value !== 'object' || value === null) return false
  return ['state', 'secret', 'provider', 'name', 'purpose'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )
}
