import type { Context, Db } from '#server/context.ts'
import { latestLogins } from '#server/features/audit/known-source.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { sourceOf } from '#server/http/source.ts'
import type { Asker } from './hash-turns.ts'
import { loginGate } from './login-gate.ts'

/** No account has it: unknown names take as long to look up as known ones. */
const noAccount = '00000000-0000-0000-0000-000000000000'

/** Where a call comes from, with the device as it names itself by a secret. */
export interface Place extends Origin {
  /** Hash of the device's own secret; '' where the device names none. */
  readonly device: string
}

/** Writes down where an account was logged in: from there its next logins go first (`HashTurns`). */
export function recordLogin(
  db: Db,
  place: Place & { readonly context: Context },
  accountId: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  loginGate(place.context).note(place, accountId)
  const device = place.device === '' ? {} : { device: place.device }
  return recordAudit(db, place, { action: 'login.succeeded', accountId, detail: { ...detail, ...device } })
}

/** The account where it has been logged in before from this address or on this device; else a stranger. */
export async function askerOf(db: Db, accountId: string | null, place: Place): Promise<Asker> {
  const source = sourceOf(place.address)
  const logins = await latestLogins(db, accountId ?? noAccount)
  const isKnown = logins.some(
    (login) => login.source === source || (place.device !== '' && login.device === place.device),
  )
  return isKnown && accountId !== null ? { account: accountId } : { source }
}
