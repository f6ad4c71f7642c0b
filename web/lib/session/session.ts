import { useSyncExternalStore } from 'react'

export interface Session {
  readonly token: string
  readonly userId: string
  /** First and last name. */
  readonly name: string
  readonly role: string
  /** Address of the profile's photo; null where there is none. It is good for a while only. */
  readonly photo: string | null
}

/** Names of local storage as the product has always used them. */
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
  /** Outlives a reload and holds for every tab, so that nobody stands before the login without a word. */
  expired: 'session-expired',
  /** Names of accounts that left this device, by id: some may have unsent work here. */
  leftNames: 'left-names',
  /** Until when the person's own leaving may take, and of which session. */
  leaving: 'session-leaving',
} as const

/** Longer than any call, so that a tab that was killed while it left does not hide for ever that a session is over. */
const leavingTakes = 60_000
/** So long after the last letter somebody is still writing. */
const betweenWords = 3_000

const listeners = new Set<() => void>()
let known: Session | null | undefined
let typedAt = Number.NEGATIVE_INFINITY
let held: ReturnType<typeof setTimeout> | undefined

/** The session of this device, or null; the same object until it changes. */
export function currentSession(): Session | null {
  if (known === undefined) known = stored()
  return known
}

/** Keeps a full session on the device. First and last name are joined by an underscore (spec §3). */
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

/** The name was changed in the profile. */
export function keepName(firstName: string, lastName: string): void {
  if (currentSession()) keep(keys.userName, `${firstName}_${lastName}`)
}

/** The photo's address as the server gave it last (spec §3 'user-info'). */
export function keepPhoto(url: string | null): void {
  if (currentSession()) keep(keys.userInfo, url)
}

/** The profile's company, for surveys that are started without network. */
export function keepCompany(name: string): void {
  if (currentSession()) keep(keys.userCompany, name || null)
}

/** '' = unknown. */
export function ownCompany(): string {
  return localStorage.getItem(keys.userCompany) ?? ''
}

function keep(key: string, text: string | null): void {
  if (localStorage.getItem(key) === text) return
  if (text === null) localStorage.removeItem(key)
  else localStorage.setItem(key, text)
  changed()
}

/** Tokens that only send the unsent work of an account; they last as long as the page. */
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

/** The token that sends what this account has waiting: its own session's, or one that only sends; null = neither. */
export function sendingToken(account: string): string | null {
  const session = currentSession()
  return session?.userId === account ? session.token : (collecting.get(account) ?? null)
}

/** First and last names, as far as they are known. */
export function leftNames(): Readonly<Record<string, string>> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(keys.leftNames) ?? '{}')
    return Object.fromEntries(
      Object.entries(names ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    // Something else wrote there: the accounts are without a name then.
    return {}
  }
}

/** A device forgets the names of accounts of which nothing waits. */
export function keepLeftNames(accounts: readonly string[]): void {
  const names = Object.entries(leftNames()).filter(([account]) => accounts.includes(account))
  if (names.length === 0) localStorage.removeItem(keys.leftNames)
  else localStorage.setItem(keys.leftNames, JSON.stringify(Object.fromEntries(names)))
}

function storeLeftName({ userId, name }: Pick<Session, 'userId' | 'name'>): void {
  try {
    localStorage.setItem(keys.leftNames, JSON.stringify({ ...leftNames(), [userId]: name }))
  } catch {
    // No room: the sign-in page shows the account without its name.
  }
}

/** Logging out: the session goes, work that waits to be sent stays for the account. */
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
 * The person is about to end this session: that the server refuses it from now on, in whichever tab, surprises nobody.
 * Gives what takes it back where they could not leave.
 */
export function beginLeaving(): () => void {
  const token = currentSession()?.token
  if (token) localStorage.setItem(keys.leaving, `${Date.now() + leavingTakes} ${token}`)
  return () => localStorage.removeItem(keys.leaving)
}

function isLeaving(token: string): boolean {
  const [until, whose] = (localStorage.getItem(keys.leaving) ?? '').split(' ')
  return whose === token && Date.now() < Number(until)
}

/** The server refused this token. Only the session that is still current can be ended by it. */
export function sessionRefused(token: string): void {
  for (const [account, held] of collecting) if (held === token) collecting.delete(account)
  if (currentSession()?.token !== token || isLeaving(token)) return
  localStorage.setItem(keys.expired, '1')
  clearSession()
}

/** True from the moment the server ended the session until the person has been told, or has logged in again. */
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

/** The email that 'Remember me' left on this device. */
export function rememberedId(): string {
  return rememberedPhone() ? '' : (localStorage.getItem(keys.rememberedId) ?? '')
}

/** The number and its country code, where the last login was by phone. */
export function rememberedPhone(): { readonly countryCode: string; readonly phone: string } | null {
  const countryCode = localStorage.getItem(keys.rememberedCode)
  return countryCode ? { countryCode, phone: localStorage.getItem(keys.rememberedId) ?? '' } : null
}

/** The password is never kept; the browser's own manager does that better. */
export function rememberId(id: string | null, countryCode = ''): void {
  if (id) localStorage.setItem(keys.rememberedId, id)
  else localStorage.removeItem(keys.rememberedId)
  if (id && countryCode) localStorage.setItem(keys.rememberedCode, countryCode)
  else localStorage.removeItem(keys.rememberedCode)
}

/** Earlier versions kept a remembered password in plain text; it goes at the first start. */
export function forgetOldPassword(): void {
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

/** That the server has ended the session takes no field from under the hand: whoever writes comes to a pause first. */
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

/** Another tab writes down with every answer how far the server has come: that is no other session. */
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
