import type { Session } from '#web/lib/session/session.ts'

const key = 'terms-later'

/** Whether this login has already put off that version. */
export function isPutOff(session: Session, version: string): boolean {
  return sessionStorage.getItem(key) === markOf(session, version)
}

/** Until the next login, or in another tab. */
export function putOff(session: Session, version: string): void {
  sessionStorage.setItem(key, markOf(session, version))
}

/** The end of the token tells logins apart and opens nothing. */
function markOf({ token, userId }: Session, version: string): string {
  return `${userId}/${version}/${token.slice(-6)}`
}
