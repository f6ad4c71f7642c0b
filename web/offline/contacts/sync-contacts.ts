import * as agreed from '#contract/accounts/contacts.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { acknowledgeContact, allContacts, type DeviceContact, storeContacts } from './device-contacts.ts'

/**
 * Sends unsent contacts, then stores the server's list. Failed ones wait for the next time. `onlyWaiting`:
 * makes no call if nothing is unsent. Returns null on success.
 */
export async function syncContacts(account: string, onlyWaiting = false): Promise<Failure | null> {
  return oneAtATime(`fieldbook-contacts-${account}`, async () => {
    const waiting = (await allContacts(account)).filter(({ waits }) => waits)
    if (onlyWaiting && waiting.length === 0) return null
    for (const one of waiting) {
      const failure = await send(account, one)
      if (failure) return failure
    }
    const result = await call(agreed.listContacts, {}, { account })
    if (!result.ok) return result
    await storeContacts(
      account,
      result.reply.data.map(({ id, attributes: { changed_at, ...contact } }) => ({
        id,
        contact,
        changedAt: changed_at,
        waits: false,
        removed: false,
        problem: null,
      })),
    )
    return null
  })
}

/** Returns a failure if the server was not reached or asks to wait. */
async function send(account: string, one: DeviceContact): Promise<Failure | null> {
  const params = { id: one.id }
  if (one.removed) {
    const result = await call(agreed.removeContact, { params }, { account })
    // 404: it never existed or was removed elsewhere.
    if (!result.ok && result.status !== 404) return result
    await acknowledgeContact(account, one, null)
    return null
  }
  const body = { data: { attributes: one.contact, changed_at: one.changedAt } }
  const result = await call(agreed.saveContact, { params, body }, { account })
  if (!result.ok && !isRefusal(result)) return result
  await acknowledgeContact(account, one, { ...one, waits: false, problem: result.ok ? null : result.message })
  return null
}

/** Whether the failure is about the contact itself, so that a retry would fail again. */
function isRefusal({ status, errors }: Failure): boolean {
  return [400, 409, 413, 422].includes(status) && errors.length > 0
}
