import { useSyncExternalStore } from 'react'

export interface Session {
  readonly token: string
  readonly userId: string
  /** First and last name. */
  readonly name: string
  readonly role: string
  /** Address of the profile photo, which expires; null if there is none. */
  readonly photo: string | null
}

/** Local storage keys; fixed by the specification. */
const keys = {
  token: 'auth-token',
  userId: 'user-id',
  userName: 'user-name',
  userInfo: 'user-info',
  userCompany: 'user-company',
  role: 'role',
  rememberedId: 'id',
  rememberedCode: 'countrycode',
  oldPassword: 'password',
  /** Survives a reload and applies to all tabs, so that the login always explains itself. */
  expired: 'session-expired',
  /** Names of logged-out accounts by id: some may have unsent work on this device. */
  leftNames: 'left-names',
  /** Deadline of a log-out in progress, and its session. */
  leaving: 'session-leaving',
} as const

/** Longer than any call, so that a tab killed during log-out does not hide an expired session forever. */
const logoutTimeout = 60_000
/** Milliseconds after the last keystroke during which the user counts as typing. */
const betweenWords = 3_000

const listeners = new Set<() => void>()
let known: Session | null | undefined
let typedAt = Number.NEGATIVE_INFINITY
let held: ReturnType<typeof setTimeout> | undefined

/** Returns this device's session, or null; the same object until it changes. */
export function currentSession(): Session | null {
  if (known === undefined) known = stored()
  return known
}

/** Stores a full session. First and last name are joined by an underscore (spec §3). */
export function startSession(given: {
  token: string
  userId: string
  firstName: string
  lastName: string
  role: string
}): void {
  localStorage.setItem(keys.token, given.token)
  localStorage.setItem(keys.userId, given.userId)
  localStorage.setItem(keys.userName, `${given.firstName}_${given.lastName}`)
  localStorage.setItem(keys.role, given.role)
  localStorage.removeItem(keys.expired)
  localStorage.removeItem(keys.leaving)
  changed()
}

/** Stores a name that was changed in the profile. */
export function storeName(firstName: string, lastName: string): void {
  if (currentSession()) store(keys.userName, `${firstName}_${lastName}`)
}

/** Stores the photo's latest address (spec §3 'user-info'). */
export function storePhoto(url: string | null): void {
  if (currentSession()) store(keys.userInfo, url)
}

/** Stores the profile's company, for surveys that are started offline. */
export function storeCompany(name: string): void {
  if (currentSession()) store(keys.userCompany, name || null)
}

/** '' = unknown. */
export function ownCompany(): string {
  return localStorage.getItem(keys.userCompany) ?? ''
}

function store(key: string, text: string | null): void {
  if (localStorage.getItem(key) === text) return
  if (text === null) localStorage.removeItem(key)
  else localStorage.setItem(key, text)
  changed()
}

/** Tokens that may only send an account's unsent work; they last as long as the page. */
const collecting = new Map<string, string>()

export function beginCollecting(account: string, token: string): void {
  collecting.set(account, token)
}

export function endCollecting(account: string): void {
  collecting.delete(account)
}

export function isCollecting(account: string): boolean {
  return currentSession()?.userId !== account && collecting.has(account)
}

/** Returns the token for sending this account's outbox: its session's, or a send-only one; null = neither. */
export function sendingToken(account: string): string | null {
  const session = currentSession()
  return session?.userId === account ? session.token : (collecting.get(account) ?? null)
}

/** First and last names, where known. */
export function loggedOutNames(): Readonly<Record<string, string>> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(keys.leftNames) ?? '{}')
    return Object.fromEntries(
      Object.entries(names ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    // Invalid data: the accounts are shown without names.
    return {}
  }
}

/** Removes the names of accounts without unsent work. */
export function pruneLoggedOutNames(accounts: readonly string[]): void {
  const names = Object.entries(loggedOutNames()).filter(([account]) => accounts.includes(account))
  if (names.length === 0) localStorage.removeItem(keys.leftNames)
  else localStorage.setItem(keys.leftNames, JSON.stringify(Object.fromEntries(names)))
}

function storeLeftName({ userId, name }: Pick<Session, 'userId' | 'name'>): void {
  try {
    localStorage.setItem(keys.leftNames, JSON.stringify({ ...loggedOutNames(), [userId]: name }))
  } catch {
    // No storage: the sign-in page shows the account without its name.
  }
}

/** Deletes the session at log-out; the account's unsent work stays. */
export function clearSession(): void {
  const left = currentSession()
  for (const key of [
    keys.token,
    keys.userId,
    keys.userName,
    keys.userInfo,
    keys.userCompany,
    keys.role,
    keys.leaving,
  ]) {
    localStorage.removeItem(key)
  }
  if (left) storeLeftName(left)
  changed()
}

/**
 * Marks a log-out in progress, so that rejections of this session show no expiry notice in any tab. Returns
 * the undo function for a failed log-out.
 */
export function beginLogout(): () => void {
  const token = currentSession()?.token
  if (token) localStorage.setItem(keys.leaving, `${Date.now() + logoutTimeout} ${token}`)
  return () => localStorage.removeItem(keys.leaving)
}

function isLeaving(token: string): boolean {
  const [until, whose] = (localStorage.getItem(keys.leaving) ?? '').split(' ')
  return whose === token && Date.now() < Number(until)
}

/** Ends the session if this rejected token is still current. */
export function endRejectedSession(token: string): void {
  for (const [account, held] of collecting) if (held === token) collecting.delete(account)
  if (currentSession()?.token !== token || isLeaving(token)) return
  localStorage.setItem(keys.expired, '1')
  clearSession()
}

/** True from the server ending the session until the user has seen the notice or logged in again. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(keys.expired) !== null)
}

export function acknowledgeExpiry(): void {
  localStorage.removeItem(keys.expired)
  changed()
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession)
}

/** The email stored by 'Remember me'. */
export function rememberedId(): string {
  return rememberedPhone() ? '' : (localStorage.getItem(keys.rememberedId) ?? '')
}

/** The number and country code stored by 'Remember me', if the last login was by phone. */
export function rememberedPhone(): { readonly countryCode: string; readonly phone: string } | null {
  const countryCode = localStorage.getItem(keys.rememberedCode)
  return countryCode ? { countryCode, phone: localStorage.getItem(keys.rememberedId) ?? '' } : null
}

/** Stores the id only; the password is left to the browser's password manager. */
export function rememberId(id: string | null, countryCode = ''): void {
  if (id) localStorage.setItem(keys.rememberedId, id)
  else localStorage.removeItem(keys.rememberedId)
  if (id && countryCode) localStorage.setItem(keys.rememberedCode, countryCode)
  else localStorage.removeItem(keys.rememberedCode)
}

/** Deletes a password that earlier versions stored in plain text. */
export function deleteOldPassword(): void {
  localStorage.removeItem(keys.oldPassword)
}

function stored(): Session | null {
  const token = localStorage.getItem(keys.token)
  const userId = localStorage.getItem(keys.userId)
  if (!token || !userId) return null
  return {
    token,
    userId,
    name: (localStorage.getItem(keys.userName) ?? '').replace('_', ' ').trim(),
    role: localStorage.getItem(keys.role) ?? 'surveyor',
    photo: localStorage.getItem(keys.userInfo),
  }
}

/**
 * Notifies listeners. A session ended by the server waits for a pause in typing, so that no field disappears
 * mid-word.
 */
function changed(): void {
  clearTimeout(held)
  if (known && isWriting() && localStorage.getItem(keys.expired) !== null && stored() === null) {
    held = setTimeout(changed, betweenWords)
    return
  }
  known = undefined
  for (const listener of listeners) listener()
}

function isWriting(): boolean {
  return performance.now() - typedAt < betweenWords
}

function typed(): void {
  typedAt = performance.now()
}

/** Other keys, such as the server's history point that tabs write with each reply, are ignored. */
function elsewhere({ key }: Pick<StorageEvent, 'key'>): void {
  if (key === null || Object.values<string>(keys).includes(key)) changed()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', elsewhere)
    window.addEventListener('input', typed, { capture: true, passive: true })
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', elsewhere)
    window.removeEventListener('input', typed, { capture: true })
  }
}
