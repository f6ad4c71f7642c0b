/** Response header of an installation that counts app loads; absent otherwise. */
export const countsLoadsHeader = 'fieldbook-counts-loads'

/** The address of the count, separate from the endpoint, so that no screen loads a schema for it. */
export const loadAddress = { method: 'POST', path: '/analytics/app_loaded' } as const
