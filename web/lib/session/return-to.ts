/**
 * Where the guards came from, out of a location's state; only addresses of this app. What somebody else had open is
 * not there for who logs in now.
 */
export function returnTo(state: unknown, account: string): string {
  const from = propertyOf(state, 'from')
  const whose = propertyOf(state, 'whose')
  if (typeof whose === 'string' && whose !== account) return '/dashboard'
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/dashboard'
  return from === '/profile/logout' ? '/dashboard' : from
}

/** Whether who came here without a session is told in an alert that they have to log in. */
export function asksToLogIn(state: unknown): boolean {
  return propertyOf(state, 'asks') === true
}

/** The state of a location whose alert was closed; the way back stays. */
export function withoutAsking(state: unknown): unknown {
  return { ...(state as object), asks: false }
}

function propertyOf(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined
}
