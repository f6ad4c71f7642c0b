import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const live = endpoint({
  name: 'health.live',
  method: 'GET',
  path: '/health/live',
  summary: 'The process answers',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
  offline: 'needs-network',
})

/** 503 with the names of what is down. */
export const ready = endpoint({
  name: 'health.ready',
  method: 'GET',
  path: '/health/ready',
  summary: 'Database and file store answer',
  access: 'public',
  reply: z.object({ status: z.enum(['ok', 'down']), down: z.array(z.string()) }),
  fails: ['service.unavailable'],
  offline: 'needs-network',
})
