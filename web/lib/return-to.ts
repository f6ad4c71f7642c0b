/** Where the guards came from, out of a location's state; only addresses of this app. */
export function returnTo(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/dashboard'
  return from === '/profile/logout' ? '/dashboard' : from
}
