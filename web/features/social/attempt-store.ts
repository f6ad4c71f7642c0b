/** A pending social login of this tab. Deleted once its reply is read. */
export interface StoredAttempt {
  readonly state: string
  /** Sent only to our server. Binds the login to this browser: a code issued to another one is rejected. */
  readonly secret: string
  readonly provider: string
  /** The provider's display name. */
  readonly name: string
  readonly purpose: 'login' | 'sign-up' | 'join'
  /** The screen to return to, set by the login guard. */
  readonly from?: unknown
  /** The account that was logged in there. */
  readonly whose?: unknown
}

const place = 'social-attempt'

export function storeAttempt(attempt: StoredAttempt): void {
  sessionStorage.setItem(place, JSON.stringify(attempt))
}

/** The attempt with this state, or null if this tab started none. */
export function storedAttempt(state: string): StoredAttempt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return isAttempt(kept) && kept.state === state ? kept : null
  } catch {
    // Invalid JSON: the login starts over.
    return null
  }
}

/** Deletes the attempt once its reply is read. */
export function forgetAttempt(): void {
  sessionStorage.removeItem(place)
}

function isAttempt(value: unknown): value is StoredAttempt {
  if (typeof value !== 'object' || value === null) return false
  return ['state', 'secret', 'provider', 'name', 'purpose'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )
}
