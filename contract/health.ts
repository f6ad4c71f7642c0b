import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { liveCall } from './live-call.ts'

export const live = endpoint({
  name: 'health.live',
  ...liveCall,
  summary: 'The process answers',
  reply: z.object({ status: z.literal('ok') }),
})

/**
 * 503 lists what is down. Files missing in the store, as after a restore without them, are only counted (null
 * until first counted); everything else works without them.
 */
export const ready = endpoint({
  name: 'health.ready',
  method: 'GET',
  path: '/health/ready',
  summary: 'Database and file store answer',
  access: 'public',
  reply: z.object({
    status: z.enum(['ok', 'files_missing', 'down']),
    down: z.array(z.string()),
    missing_files: z.nullable(z.number()),
  }),
  fails: ['service.unavailable'],
})
