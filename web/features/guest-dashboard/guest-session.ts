import { useSyncExternalStore } from 'react'

/** A guest's session. Independent of an account session on the same device. */
export interface GuestSession {
  readonly token: string
  /** '+' and digits. */
  readonly phone: string
}

const keys = { session: 'guest-session', expired: 'guest-session-expired' } as const

const listeners = new Set<() => void>()
let known: GuestSession | null | undefined

/** The current session; the same object until it changes. */
export function guestSession(): GuestSession | null {
  if (known === undefined) known = stored()
  return known
}

export function useGuestSession(): GuestSession | null {
  return useSyncExternalStore(subscribe, guestSession)
}

export function beginGuestSession(session: GuestSession): void {
  localStorage.setItem(keys.session, JSON.stringify(session))
  localStorage.removeItem(keys.expired)
  changed()
}

/** `expired`: the server ended the session; the login screen says so. */
export function endGuestSession({ expired = false } = {}): void {
  if (expired) localStorage.setItem(keys.expired, '1')
  localStorage.removeItem(keys.session)
  changed()
}

export function hasExpired(): boolean {
  return localStorage.getItem(keys.expired) !== null
}

function stored(): GuestSession | null {
  const text = localStorage.getItem(keys.session)
  return text ? (JSON.parse(text) as GuestSession) : null
}

function changed(): void {
  known = undefined
  for (const listener of listeners) listener()
}

function elsewhere({ key }: StorageEvent): void {
  if (key === null || key === keys.session) changed()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', elsewhere)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', elsewhere)
  }
}
