import { withMessages } from '#web/lib/language/language.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'

/** The login, whose messages are in the first file. */
export const login = lazyPart(
  async () => (await import('#web/features/sign-in/login-screen.tsx')).LoginScreen,
)

export const storageBlocked = lazyPart(() =>
  withMessages(async () => (await import('./storage-blocked-screen.tsx')).StorageBlockedScreen),
)

declare global {
  /** The browser blocks site data; set by the page's first script (`web/skeleton/skeleton.js`). */
  var storesNothing: boolean | undefined
}

export function isLoginAt(path: string): boolean {
  return /^\/+$/.test(path)
}

export function loadSessionEnded() {
  return import('./session-ended.tsx').then((m) => ({ default: m.SessionEnded }))
}
