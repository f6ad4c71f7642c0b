import type { Context, Db } from '#server/context.ts'
import { latestLogins } from '#server/features/audit/recent-logins.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { sourceOf } from '#server/http/source.ts'
import type { HashRequester } from './hash-queue.ts'
import { loginGate } from './login-gate.ts'

/** No account has this id. Looking it up takes as long as for a known name, so the time reveals nothing. */
const noAccount = '00000000-0000-0000-0000-000000000000'

/** The origin of a call. */
export interface Place extends Origin {
  /** Hash of the device's own secret; '' if it sends none. */
  readonly device: string
}

/** Records where an account signed in: its next logins from there go first (`HashQueue`). */
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

/** The account, if it signed in from this address or device before; else a stranger. */
export async function hashRequesterOf(
  db: Db,
  accountId: string | null,
  place: Place,
): Promise<HashRequester> {
  const source = sourceOf(place.address)
  const logins = await latestLogins(db, accountId ?? noAccount)
  const isKnown = logins.some(
    (login) => login.source === source || (place.device !== '' && login.device === place.device),
  )
  return isKnown && accountId !== null ? { account: accountId } : { source }
}
