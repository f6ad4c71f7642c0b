import type { Callable } from './endpoint.ts'

/** Whether the server answers at all, without schemas: called when the app's own code fails to load. */
export const liveCall = {
  method: 'GET',
  path: '/health/live',
  access: 'public',
  replyKeys: ['status'],
} as const satisfies Callable
