import type { Callable } from '../endpoint.ts'

/**
 * The login screen's calls without schemas: parsers would be a tenth of that screen's code. The endpoints
 * with schemas build on these.
 */
export const logInCall = {
  method: 'POST',
  path: '/login/login',
  access: 'public',
  replyKeys: ['data', 'meta'],
} as const satisfies Callable

export const abilitiesCall = {
  method: 'GET',
  path: '/login/abilities',
  access: 'public',
  replyKeys: ['data'],
} as const satisfies Callable

export const passkeyLoginOptionsCall = {
  method: 'POST',
  path: '/login/passkey_options',
  access: 'public',
  replyKeys: ['data'],
} as const satisfies Callable

export const passkeyLoginCall = {
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  replyKeys: ['data', 'meta'],
} as const satisfies Callable
