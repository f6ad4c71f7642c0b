import * as z from 'zod/mini'
import { loadAddress } from '../counts-loads.ts'
import { endpoint } from '../endpoint.ts'

/** Says that the app was opened and nothing else: no body, no query, no session. */
export const appLoaded = endpoint({
  name: 'analytics.appLoaded',
  ...loadAddress,
  summary: 'Count that the app was opened; 404 unless the installation counts',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
  rates: [{ limit: 60, seconds: 60, by: 'address' }],
  offline: 'needs-network',
})
