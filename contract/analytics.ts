import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Of answers, where this installation counts how often the app is opened; absent everywhere else. */
export const countsLoadsHeader = 'fieldbook-counts-loads'

/** Says that the app was opened and nothing else: no body, no query, no session. */
export const appLoaded = endpoint({
  name: 'analytics.appLoaded',
  method: 'POST',
  path: '/analytics/app_loaded',
  summary: 'Count that the app was opened; 404 unless the installation counts',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
  rates: [{ limit: 60, seconds: 60, by: 'address' }],
  offline: 'needs-network',
})
