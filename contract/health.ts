import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { liveCall } from './live-call.ts'

export const live = endpoint({
  name: 'health.live',
  ...liveCall,
  summary: 'The process answers',
  reply: z.object({ status: z.literal('ok') }),
  offline: 'needs-network',
})

/**
 * 503 with the names of what is down. Files that the database speaks of and the store has not got (a backup that was
 * put back without them) are counted, null until they were for the first time; the rest goes on without them.
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
  offline: 'needs-network',
})
