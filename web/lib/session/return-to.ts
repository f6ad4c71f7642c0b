/**
 * Returns the address that a guard redirected from; only addresses of this app, and only for the same
 * account.
 */
export function returnTo(state: unknown, account: string): string {
  const from = propertyOf(state, 'from')
  const whose = propertyOf(state, 'whose')
  if (typeof whose === 'string' && whose !== account) return '/dashboard'
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/dashboard'
  return from === '/profile/logout' ? '/dashboard' : from
}

/** Whether an alert asks a visitor without a session to log in. */
export function asksToLogIn(state: unknown): boolean {
  return propertyOf(state, 'asks') === true
}

/** Returns the state after the alert closed; the return address stays. */
export function withoutAsking(state: unknown): unknown {
  return { ...(state as object), asks: false }
}

function propertyOf(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined
}
