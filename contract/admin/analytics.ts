import * as z from 'zod/mini'
import { loadAddress } from '../counts-loads.ts'
import { endpoint } from '../endpoint.ts'
import { Done } from '../wire.ts'

/** Reports only that the app was opened: no body, query or session. */
export const appLoaded = endpoint({
  name: 'analytics.appLoaded',
  ...loadAddress,
  summary: 'Count that the app was opened; 404 unless the installation counts',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
  rates: [{ limit: 60, seconds: 60, by: 'address' }],
})

const Text = z.optional(z.string())

/** Sent by the browser when the content security policy blocked something (W3C CSP Level 3, section 5). */
export const reportViolation = endpoint({
  name: 'analytics.policyViolation',
  method: 'POST',
  path: '/csp_reports',
  summary: 'Log what the content security policy blocked in a browser',
  access: 'public',
  reports: true,
  bodyBytes: 16 * 1024,
  body: z.object({
    'csp-report': z.object({
      'document-uri': Text,
      'effective-directive': Text,
      'violated-directive': Text,
      'blocked-uri': Text,
      'source-file': Text,
    }),
  }),
  reply: Done,
  rates: [{ limit: 30, seconds: 60, by: 'address' }],
})
