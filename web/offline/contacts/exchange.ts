import * as agreed from '#contract/accounts/contacts.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { acknowledgeContact, allContacts, type DeviceContact, storeContacts } from './device-contacts.ts'

/**
 * Brings what waits to the server, then what the server has to this device. What fails waits for the next time.
 * `onlyWaiting`: nothing is asked where nothing waits. Why it came to nothing; null = it is done.
 */
export async function exchangeContacts(account: string, onlyWaiting = false): Promise<Failure | null> {
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

/** A failure = the server was not reached, or asks to wait. */
async function send(account: string, one: DeviceContact): Promise<Failure | null> {
  const params = { id: one.id }
  if (one.removed) {
    const result = await call(agreed.removeContact, { params }, { account })
    // Not found = it was never there, or was removed elsewhere.
    if (!result.ok && result.status !== 404) return result
    await acknowledgeContact(account, one, null)
    return null
  }
  const body = { data: { attributes: one.contact, changed_at: one.changedAt } }
  const result = await call(agreed.keepContact, { params, body }, { account })
  if (!result.ok && !isRefusal(result)) return result
  await acknowledgeContact(account, one, { ...one, waits: false, problem: result.ok ? null : result.message })
  return null
}

/** Said of the contact itself; the same call again would be answered the same. */
function isRefusal({ status, errors }: Failure): boolean {
  return [400, 409, 413, 422].includes(status) && errors.length > 0
}
