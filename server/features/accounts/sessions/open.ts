import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { AccountRow } from '../data.ts'
import { presentSession } from '../present.ts'
import { addSession, endOldSessions } from './data.ts'

interface Opening {
  readonly context: Context
  readonly db: Db
  readonly now: Date
  readonly userAgent: string
}

/**
 * Starts a session. Its token is returned only here; the database stores a hash. An account with a one-time
 * password gets a restricted session, only for changing the password (decisions §3).
 */
export async function openSession(
  { context, db, now, userAgent }: Opening,
  account: AccountRow,
  remember: boolean,
) {
  const token = context.random(32).toString('base64url')
  const restricted = !account.password_is_own
  const life = restricted ? limits.restrictedSession : remember ? limits.sessionRemembered : limits.sessionDay
  const expiresAt = new Date(now.getTime() + life)
  await addSession(
    db,
    { id: newId(), accountId: account.id, tokenHash: hashToken(token), restricted, userAgent, expiresAt },
    now,
  )
  // Repeated logins would otherwise fill a list that is read whole.
  await endOldSessions(db, account.id, limits.sessionsMax)
  return presentSession(account, token, expiresAt)
}
