import type { AccountRow } from './data.ts'
import type { SessionRow } from './sessions/data.ts'

export function roleOf(account: AccountRow): 'admin' | 'surveyor' {
  return account.role === 'admin' ? 'admin' : 'surveyor'
}

/** The login reply of spec §3. `is_one_time_password_expired`: the account has its own password. */
export function presentSession(account: AccountRow, token: string, expiresAt: Date) {
  return {
    data: {
      id: account.id,
      type: 'account',
      attributes: {
        first_name: account.first_name,
        last_name: account.last_name,
        is_one_time_password_expired: account.password_is_own,
        ...(account.email && !account.email_proven_at && { unproven_email: account.email }),
      },
    },
    meta: { token, role: roleOf(account), expires_at: expiresAt.toISOString() },
  }
}

export function presentDevice(session: SessionRow, currentId: string) {
  return {
    id: session.id,
    type: 'session',
    attributes: {
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      user_agent: session.user_agent,
      is_current: session.id === currentId,
    },
  }
}
