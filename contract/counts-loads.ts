/** Of answers, where this installation counts how often the app is opened; absent everywhere else. */
export const countsLoadsHeader = 'fieldbook-counts-loads'

/** Where that is told: apart from the endpoint, so that no screen loads a schema for it. */
export const loadAddress = { method: 'POST', path: '/analytics/app_loaded' } as const
