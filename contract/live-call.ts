import type { Callable } from './endpoint.ts'

/** Whether the server answers at all, without schemas: it is asked where code of the app itself cannot be loaded. */
export const liveCall = {
  method: 'GET',
  path: '/health/live',
  access: 'public',
  replyKeys: ['status'],
} as const satisfies Callable
